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
    apply()
  }
  addEventListener('hashchange', reveal)
  addEventListener('load', reveal)
  document.addEventListener('toggle', (event) => event.target.open && highlight(event.target), true)
  for (const body of document.querySelectorAll('.observations .body')) highlight(body.parentElement)
  for (const command of document.querySelectorAll('.command')) offerCopy(command)
  document.addEventListener('keydown', move)
  addEventListener('beforeprint', openFailures)

  function apply() {
    const wanted = new FormData(filters)
    const verdicts = wanted.getAll('verdict')
    const words = wanted.get('text').toLowerCase().split(/\s+/).filter(Boolean)
    let shown = 0
    for (const outcome of outcomes) {
      const { verdict, operation, level } = outcome.dataset
      const fits =
        verdicts.includes(verdict) &&
        (!wanted.get('operation') || wanted.get('operation') === operation) &&
        (!wanted.get('level') || wanted.get('level') === level) &&
        (words.length === 0 || has(outcome, words))
      outcome.hidden = !fits
      if (fits) shown += 1
    }
    document.getElementById('shown').textContent = `${shown} of ${outcomes.length} outcomes`
    document.getElementById('none').hidden = shown > 0
    remember(wanted)
  }

  function has(outcome, words) {
    outcome.searched ??= outcome.textContent.toLowerCase()
    return words.every((word) => outcome.searched.includes(word))
  }

  function remember(wanted) {
    const all = filters.querySelectorAll('[name=verdict]').length
    const kept = new URLSearchParams()
    if (wanted.getAll('verdict').length < all) kept.set('verdict', wanted.getAll('verdict').join(','))
    for (const name of ['operation', 'level', 'text']) if (wanted.get(name)) kept.set(name, wanted.get(name))
    try {
      history.replaceState(null, '', `${location.pathname}${kept.size > 0 ? `?${kept}` : ''}${location.hash}`)
    } catch {
      // A browser may refuse this on a disk: then a filter is not part of the address.
    }
  }

  function restore() {
    const kept = new URLSearchParams(location.search)
    const verdicts = kept.get('verdict')?.split(',')
    for (const box of filters.querySelectorAll('[name=verdict]')) box.checked = !verdicts || verdicts.includes(box.value)
    for (const name of ['operation', 'level', 'text']) if (kept.has(name)) filters.elements[name].value = kept.get(name)
  }

  function showAll() {
    filters.reset()
    apply()
    filters.querySelector('input').focus()
  }

  function reveal() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (!target) return
    if (target.hidden) showAll()
    for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true
    target.scrollIntoView({ block: 'start' })
    target.querySelector('summary')?.focus({ preventScroll: true })
  }

  function move(event) {
    const current = document.activeElement?.closest('summary')?.parentElement
    if (!current || event.altKey || event.ctrlKey || event.metaKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    const among = [...document.querySelectorAll(current.matches('.outcome') ? '.outcome:not([hidden])' : '.exchange')]
    const next = among[among.indexOf(current) + step]
    if (!next) return
    event.preventDefault()
    next.querySelector('summary').focus()
  }

  function openFailures() {
    for (const outcome of document.querySelectorAll('.outcome.failed:not([hidden])')) outcome.open = true
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
