import { expect, it } from 'vitest'
import { rotated } from '../../engine/wrong-values/alteration.ts'
import { controlIn, secretIn } from './traces.fixture.ts'

const secret = 'Zq(signing)7Canary'

it.each([
  ['as it is', secret],
  ['in the other case', secret.toUpperCase()],
  ['altered by a probe', rotated(secret)],
  ['in a URL', encodeURIComponent(secret.replaceAll('7', '%37')).replaceAll('%25', '%')],
  ['with escapes', `"${secret.replace('s', '\\u0073')}"`],
  ['with references', secret.replaceAll('(', '&#40;')],
  ['in base64', Buffer.from(`user:${secret}`).toString('base64')],
  ['in hexadecimal', Buffer.from(secret).toString('hex')],
])('a secret is found %s', (_, text) => {
  expect(secretIn(`before ${text} behind`, ['another', secret])).toBeDefined()
  expect(secretIn(`before ${text} behind`, ['another'])).toBeUndefined()
})

it('a raw control character is found', () => {
  expect(controlIn('a line\n\tanother')).toBeUndefined()
  expect(controlIn('a \u001b[2J')).toBe('"a \\u001b"')
})
