import { expect, it } from 'vitest'
import { printedAddress } from './callback.ts'

const address = 'http://127.0.0.1:8080/hook'

it.each([
  ['in a line of its own', `listening\nASSAY_CALLBACK_URL=${address}\n`],
  ['as JSON', `{"ASSAY_CALLBACK_URL": "${address}"}`],
  ['in colour', `\u001b[36mASSAY_CALLBACK_URL=${address}\u001b[39m`],
])('an address is read %s', (_, text) => expect(printedAddress(text)).toBe(address))

it('half an address is not used yet', () => {
  const text = `ASSAY_CALLBACK_URL=${address}\n`
  const found = [...text].map((_, at) => printedAddress(text.slice(0, at + 1))).filter((each) => each !== undefined)
  expect(found).toEqual([address])
})

it('an address beyond this machine is not used', () =>
  expect(printedAddress('ASSAY_CALLBACK_URL=https://elsewhere.example/hook\n')).toBeUndefined())
