import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Node } from '../../text/json/node.ts'
import { documentUrl, parseYaml } from '../document.ts'
import { applyOverlay, parseOverlay } from '../overlay.ts'
import { misunderstood } from './grammar.ts'

const document = parseYaml(readFileSync(documentUrl, 'utf8'), 'openapi.yaml')

it.each([
  ['settings of an operation', "$.paths['/pg/v1/inquiryPay'].post", { 'x-settings': { memo: {} } }, 'it belongs to a document'],
  ['the base of an operation', "$.paths['/pg/v1/inquiryPay'].post", { 'x-base': 'coin' }, 'it belongs to a server'],
  ['names of a schema', '$.components.schemas.Payment', { 'x-named-only': [] }, 'it belongs to a document'],
  [
    'a skew in milliseconds',
    '$.components.securitySchemes.withdrawalTimestamp',
    { 'x-timestamp': { skew: 300_000 } },
    'expected whole seconds, from 0 to 86400 (a day), found 300000',
  ],
])('says of %s that nothing reads it there', (_, target, update, want) => {
  expect(messages(target, update)).toEqual([expect.stringContaining(want)])
})

it('takes the skew of a day', () => {
  expect(messages('$.components.securitySchemes.withdrawalTimestamp', { 'x-timestamp': { skew: 86_400 } })).toEqual([])
})

function messages(target: string, update: Node): string[] {
  const text = JSON.stringify({ overlay: '1.1.0', info: { title: 'T' }, actions: [{ target, update }] })
  return misunderstood(applyOverlay(document, parseOverlay(text, 'o.json'))).map(({ message }) => message)
}
