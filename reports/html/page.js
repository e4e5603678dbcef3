// Everything here only adds to the page: without it, all of the report can still be read.
;(() => {
  const filters = document.getElementById('filters')
  const outcomes = [...document.querySelectorAll('.outcome')]

  if (filters) {
    filters.hidden = false
    restore()
    filters.addEventListener('input', apply)
    filters.addEventListener('submit', (event) => event.preventDefault())
    document.getElementById('reset').addEventListener('click', showAll)
    for (const link of document.querySelectorAll('[data-only]')) link.addEventListener('click', () => showOnly(link.dataset.only))
    apply()
  }
  addEventListener('hashchange', reveal)
  addEventListener('load', reveal)
  document.addEventListener('toggle', (event) => event.target.open && highlight(event.target), true)
  for (const command of document.querySelectorAll('.command')) offerCopy(command)
  document.addEventListener('keydown', move)
  addEventListener('beforeprint', openFailures)
  // A card of tiles is one stop for Tab; arrows move within it.
  for (const tile of document.querySelectorAll('.tiles li:has(a) ~ li a')) tile.tabIndex = -1

  function apply() {
    const wanted = new FormData(filters)
    const verdicts = filters.elements.verdict ? wanted.getAll('verdict') : undefined
    const words = wanted.get('text').toLowerCase().split(/\s+/).filter(Boolean)
    let shown = 0
    for (const outcome of outcomes) {
      const { verdict, operation, level } = outcome.dataset
      const fits =
        (verdicts?.includes(verdict) ?? true) &&
        (!wanted.get('operation') || wanted.get('operation') === operation) &&
        (!wanted.get('level') || wanted.get('level') === level) &&
        (words.length === 0 || has(outcome, words))
      outcome.hidden = !fits
      if (fits) shown += 1
    }
    for (const group of document.querySelectorAll('.group')) {
      group.hidden = !group.querySelector('.outcome:not([hidden])')
      if (words.length > 0 && !group.hidden) group.open = true
    }
    document.getElementById('shown').textContent = `${shown} of ${outcomes.length} ${filters.dataset.noun ?? 'outcomes'}`
    document.getElementById('none').hidden = shown > 0
    remember(wanted)
  }

  function has(outcome, words) {
    outcome.searched ??= `${outcome.textContent} ${outcome.dataset.words ?? ''}`.toLowerCase()
    return words.every((word) => outcome.searched.includes(word))
  }

  function remember(wanted) {
    const kept = new URLSearchParams()
    if (wanted.getAll('verdict').join() !== usual().join()) kept.set('verdict', wanted.getAll('verdict').join(','))
    for (const name of ['operation', 'level', 'text']) if (wanted.get(name)) kept.set(name, wanted.get(name))
    try {
      history.replaceState(null, '', `${location.pathname}${kept.size > 0 ? `?${kept}` : ''}${location.hash}`)
    } catch {
      // A browser may refuse this on a disk: then a filter is not part of the address.
    }
  }

  // What passed is not looked for while something did not.
  function usual() {
    const all = [...filters.querySelectorAll('[name=verdict]')].map((box) => box.value)
    return filters.dataset.urgent === 'true' ? all.filter((verdict) => verdict !== 'passed' && verdict !== 'inapplicable') : all
  }

  function check(verdicts) {
    for (const box of filters.querySelectorAll('[name=verdict]')) box.checked = verdicts.includes(box.value)
  }

  function showOnly(verdict) {
    filters.reset()
    check([verdict])
    apply()
  }

  function restore() {
    const kept = new URLSearchParams(location.search)
    check(kept.get('verdict')?.split(',') ?? usual())
    for (const name of ['operation', 'level', 'text']) if (kept.has(name)) filters.elements[name].value = kept.get(name)
  }

  function showAll() {
    filters.reset()
    apply()
    filters.querySelector('input').focus()
  }

  function named() {
    try {
      return document.getElementById(decodeURIComponent(location.hash.slice(1)))
    } catch {
      return null // no address of ours
    }
  }

  function reveal() {
    const target = named()
    if (!target) return
    if (target.hidden) showAll()
    for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true
    target.scrollIntoView({ block: 'start', behavior: 'instant' })
    const reached = target.matches('details') ? target.querySelector('summary') : target
    reached.focus({ preventScroll: true })
  }

  // Arrows move from a heading to the next, j and k from wherever one is in it; / goes to the search, Enter and Escape out of it.
  function move(event) {
    if (event.target === filters?.elements.text && (event.key === 'Escape' || event.key === 'Enter'))
      return leaveSearch(event.key === 'Escape')
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input:not([type=checkbox]), select')) return
    if (event.key === '/' && filters) return focused(event, filters.elements.text)
    if (event.target.matches('a.tile')) turn(event)
    const heading = document.activeElement?.closest('summary, li.outcome > a')
    const step = { j: 1, k: -1, ...(heading && { ArrowDown: 1, ArrowUp: -1 }) }[event.key]
    if (!step) return
    const current = document.activeElement?.closest('.exchange, .outcome, details.group')
    const among = [...document.querySelectorAll(current?.matches('.exchange') ? '.exchange' : 'details.group, .outcome')].filter(isShown)
    const at = among.indexOf(current)
    const next = among[at < 0 ? 0 : at + step]
    if (next) focused(event, next.querySelector('summary, a'))
  }

  function turn(event) {
    const tiles = [...event.target.closest('.tiles').querySelectorAll('a')]
    const next = tiles[tiles.indexOf(event.target) + ({ ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? Number.NaN)]
    if (!next) return
    event.target.tabIndex = -1
    next.tabIndex = 0
    focused(event, next)
  }

  function leaveSearch(isGivenUp) {
    if (isGivenUp) filters.elements.text.value = ''
    filters.elements.text.blur()
    apply()
  }

  function isShown(details) {
    return !details.hidden && !details.parentElement.closest('[hidden], details:not([open])')
  }

  function focused(event, element) {
    event.preventDefault()
    element.focus()
  }

  // Each failure is a block on paper; a list longer than a page stays folded.
  function openFailures() {
    const blocks = 'details.failed:not([hidden]), details.lost:not(:has(li:nth-child(21)))'
    for (const block of document.querySelectorAll(blocks)) block.open = true
  }

  function offerCopy(command) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Copy'
    button.addEventListener('click', () => copy(command, button))
    command.after(' ', button)
  }

  async function copy(command, button) {
    try {
      await navigator.clipboard.writeText(command.textContent)
    } catch {
      getSelection().selectAllChildren(command)
      document.execCommand('copy')
    }
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  }

  // JSON is coloured by ranges over its text, so that the page holds no markup for it.
  function highlight(within) {
    if (!CSS.highlights) return
    for (const body of within.querySelectorAll('.body')) {
      if (body.coloured) continue
      body.coloured = true
      const walk = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
      while (walk.nextNode()) if (!walk.currentNode.parentElement.closest('mark, i')) colour(walk.currentNode)
    }
  }

  function colour(node) {
    const token = /("(?:[^"\\\n]|\\.)*")(\s*:)?|(-?\b\d[\w.+-]*)|\b(true|false|null)\b/g
    for (const match of node.data.slice(0, 100_000).matchAll(token)) {
      const [, string, colon, number] = match
      const kind = string ? (colon ? 'key' : 'string') : number ? 'number' : 'literal'
      const range = new Range()
      range.setStart(node, match.index)
      range.setEnd(node, match.index + (string ?? match[0]).length)
      const name = `json-${kind}`
      if (!CSS.highlights.has(name)) CSS.highlights.set(name, new Highlight())
      CSS.highlights.get(name).add(range)
    }
  }
})()
