import { describe, expect, it } from 'vitest'
import type { Node } from '../text/json/node.ts'
import { DocumentError } from './document-error.ts'
import { applyOverlay, parseOverlay } from './overlay.ts'

const document: Node = {
  info: { title: 'Before', tags: ['one'] },
  paths: {
    '/a': { get: { operationId: 'a', parameters: [{ name: 'x' }, { name: 'y' }] } },
    '/b': { get: { operationId: 'b', parameters: [{ name: 'x' }] } },
  },
}

function changed(actions: unknown, version = '1.1.0'): Node {
  return applyOverlay(document, parseOverlay(JSON.stringify({ overlay: version, info: { title: 'T', version: '1' }, actions }), 'o.json'))
}

describe('applyOverlay', () => {
  it.each([
    {
      does: 'merges mappings at every depth',
      action: { target: '$', update: { info: { version: '2' } } },
      want: { title: 'Before', tags: ['one'], version: '2' },
    },
    {
      does: 'puts lists together',
      action: { target: '$', update: { info: { tags: ['two'] } } },
      want: { title: 'Before', tags: ['one', 'two'] },
    },
    {
      does: 'appends to a list that is the target',
      action: { target: '$.info.tags', update: 'two' },
      want: { title: 'Before', tags: ['one', 'two'] },
    },
    {
      does: 'puts a list behind a list that is the target',
      action: { target: '$.info.tags', update: ['two', 'three'] },
      want: { title: 'Before', tags: ['one', 'two', 'three'] },
    },
    { does: 'replaces plain values', action: { target: '$.info.title', update: 'After' }, want: { title: 'After', tags: ['one'] } },
    { does: 'removes members', action: { target: '$.info.tags', remove: true }, want: { title: 'Before' } },
  ])('$does', ({ action, want }) => {
    expect(changed([action])['info']).toEqual(want)
  })

  it('copies from one place to another', () => {
    const after = changed([{ target: "$.paths['/b'].get.parameters", copy: "$.paths['/a'].get.parameters[1]" }])
    expect(after).toHaveProperty(['paths', '/b', 'get', 'parameters'], [{ name: 'x' }, { name: 'y' }])
  })

  it('reaches every place that a JSONPath selects, lists from their ends', () => {
    const after = changed([{ target: "$.paths.*.get.parameters[?@.name == 'x']", remove: true }])
    expect(after).toHaveProperty(['paths', '/a', 'get', 'parameters'], [{ name: 'y' }])
    expect(after).toHaveProperty(['paths', '/b', 'get', 'parameters'], [])
  })

  it('applies actions one after another', () => {
    const after = changed([
      { target: '$.info', remove: true },
      { target: '$', update: { info: { title: 'New' } } },
    ])
    expect(after['info']).toEqual({ title: 'New' })
  })

  it('leaves the document as it was', () => {
    const before = structuredClone(document)
    changed([{ target: '$.info', update: { title: 'After' } }])
    expect(document).toEqual(before)
  })

  it.each([
    {
      wrong: 'a target that matches nothing',
      actions: [
        { target: '$.info', update: {} },
        { target: '$.nowhere', remove: true },
      ],
      want: /^o\.json: \/actions\/1: \$\.nowhere matches nothing/,
    },
    {
      wrong: 'no JSONPath',
      actions: [{ target: '$.paths[', remove: true }],
      want: /^o\.json: \/actions\/0\/target: \$\.paths\[ is not a JSONPath \(RFC 9535\): at character 9, end of input is not expected\.$/,
    },
    {
      wrong: 'a name with a hyphen behind a dot',
      actions: [{ target: '$.info.x-open[0]', remove: true }],
      want: /at character 9, "-" is not expected; expected the name as \['x-open'\], without the dot\.$/,
    },
    {
      wrong: 'a path behind a dot',
      actions: [{ target: '$.paths./v1/a.get', remove: true }],
      want: /expected the name as \['\/v1\/a'\], without the dot\.$/,
    },
    {
      wrong: 'copies of what was copied before, without end',
      actions: Array(40)
        .fill([
          { target: '$.paths', update: { x: {} } },
          { target: '$.paths.x', copy: '$.info' },
          { target: '$.info', update: { y: {} } },
          { target: '$.info.y', copy: '$.paths' },
        ])
        .flat(),
      want: /\/actions\/\d+: with it, the document has more than 16,000 parts/,
    },
    {
      wrong: 'a copy from several places',
      actions: [{ target: '$.info', copy: '$.paths.*' }],
      want: /\/copy: .* matches 2 places; expected exactly one/,
    },
    {
      wrong: 'another kind in the place of one',
      actions: [{ target: '$', update: { info: 'text' } }],
      want: /\/info: a plain value cannot be merged into a mapping/,
    },
    {
      wrong: 'an empty list for one that is not',
      actions: [{ target: "$.paths['/a'].get", update: { parameters: [] } }],
      want: /\/actions\/0\/parameters: an empty list adds nothing to the list that is there/,
    },
  ])('says which action has $wrong', ({ actions, want }) => {
    expect(() => changed(actions)).toThrow(DocumentError)
    expect(() => changed(actions)).toThrow(want)
  })

  it.each(['$.constructor', '$.info.__proto__', '$.info.toString'])('does not reach what all objects have: %s', (target) => {
    expect(() => changed([{ target, update: {} }])).toThrow(/matches nothing/)
  })

  it('replaces whatever version 1.0 replaces', () => {
    expect(changed([{ target: '$', update: { info: 'text' } }], '1.0.0')['info']).toBe('text')
  })
})

describe('parseOverlay', () => {
  it('reads YAML, and keeps the title and the SHA-256 of the text', () => {
    const text = 'overlay: 1.0.0\ninfo: { title: From YAML, version: 1.0.0 }\nactions: [{ target: $.info, update: {} }]\n'
    const { title, sha256, actions } = parseOverlay(text, 'o.yaml')
    expect({ title, length: sha256.length, actions: actions.length }).toEqual({ title: 'From YAML', length: 64, actions: 1 })
  })

  it.each([
    { text: 'a: [', want: /^o is not valid YAML/ },
    { text: 'overlay: &a { b: *a }', want: /^o is not valid YAML: an alias stands within what it names$/ },
    { text: 'openapi: 3.1.0', want: /^o is not an overlay/ },
    { text: 'overlay: { version: 2.0.0 }', want: /^o: Overlay \{"version":"2\.0\.0"\} is not known/ },
    { text: 'overlay: 2.0.0', want: /^o: Overlay 2\.0\.0 is not known/ },
    { text: 'overlay: 1.1', want: /^o: Overlay 1\.1 is not known/ },
    { text: 'overlay: 1.1.0\ninfo: { title: t }\nextends: https://x.example/openapi.yaml', want: /^o: \/extends is "https:/ },
    { text: 'overlay: 1.0.0', want: /^o: \/info\/title is missing/ },
    { text: 'overlay: 1.0.0\naction: []', want: /^o: \/action is not understood; expected overlay, info, extends, actions/ },
    { text: 'overlay: 1.0.0\ninfo: { title: T }', want: /^o: \/actions is missing or empty/ },
    {
      text: 'overlay: 1.0.0\ninfo: { title: T }\nactions: [{ target: paths, remove: true }]',
      want: /\/actions\/0\/target: expected a JSONPath that begins with \$, found "paths"/,
    },
    { text: 'overlay: 1.0.0\ninfo: { title: T }\nactions: [{ target: $, remove: true }]', want: /the whole document cannot be removed/ },
    { text: 'overlay: 1.0.0\ninfo: { title: T }\nactions: [{ target: $.info, copy: $.paths }]', want: /Overlay 1\.0 has no copy/ },
    {
      text: 'overlay: 1.1.0\ninfo: { title: T }\nactions: [{ target: $.info, updat: 1 }]',
      want: /^o: \/actions\/0\/updat is not understood; expected target, description, update, remove, copy/,
    },
  ])('refuses $text', ({ text, want }) => {
    expect(() => parseOverlay(text, 'o')).toThrow(DocumentError)
    expect(() => parseOverlay(text, 'o')).toThrow(want)
  })
})
