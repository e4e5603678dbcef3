import { expect, it } from 'vitest'
import { createRedaction } from './redaction.ts'

const shownOf = (text: string, value: string) => createRedaction([{ name: 'merchantCode', value }])(text)

it.each([
  ['M42xq7', 'BearerM42xq7', 'Bearer«merchantCode»'],
  ['M42xq7', 'id 0M42xq70', 'id 0«merchantCode»0'],
  ['2KOVM', `seen ${Buffer.from('2KOVM').toString('base64')}`, 'seen «merchantCode, base64»0='],
])('the short code %s is found within a longer word: %s', (value, text, want) => expect(shownOf(text, value)).toBe(want))

it.each([
  ['market', 'a supermarket'],
  ['M42xq', 'id M42xq0'],
  ['420427', 'id 1420427'],
])('what may be a coincidence is left there: %s', (value, text) => expect(shownOf(text, value)).toBe(text))
