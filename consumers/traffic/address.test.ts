import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { addressed } from './address.ts'

const bases = { coin: 'http://127.0.0.1:1', chain: 'http://127.0.0.1:2/wallet' }
const [coins] = contract.operations
const withdrawal = contract.operations.find(({ movesMoney }) => movesMoney)
const path = withdrawal?.path ?? ''

function kind(method: string, url: string, carries = false): string {
  const found = addressed(contract, bases, { method, url }, () => carries)
  return 'miss' in found ? `${found.kind} ${found.miss}` : found.kind
}

describe('where a request went', () => {
  const cases: readonly [string, string, string, boolean?][] = [
    ['POST', `http://127.0.0.1:2/wallet${path}`, 'shown'],
    ['POST', `http://127.0.0.1:2/wallet${path}?a=b`, 'shown'],
    ['POST', `http://127.0.0.1:1${path}`, 'base'],
    ['PUT', `http://127.0.0.1:2/wallet${path}`, 'method'],
    ['GET', `http://127.0.0.1:2/wallet${path}`, 'other'],
    ['GET', `http://127.0.0.1:2/wallet${path}?amount=1`, 'method', true],
    ['POST', `http://127.0.0.1:2${path}`, 'near prefix'],
    ['POST', `http://127.0.0.1:2/wallet${path}/`, 'near slash'],
    ['POST', `http://127.0.0.1:2/wallet/${path}`, 'near slash'],
    ['POST', `http://127.0.0.1:2/wallet${path.toUpperCase()}`, 'near case'],
    ['POST', `http://127.0.0.1:2/wallet${path.replace('v1', 'v3')}`, 'near version'],
    ['POST', `http://127.0.0.1:2/wallet${path.replace(/.$/, '-$&')}`, 'near separator'],
    ['GET', `http://127.0.0.1:2/wallet${path}s`, 'other'],
    ['POST', `http://127.0.0.1:2/wallet${path}s`, 'near letters', true],
    ['POST', `http://127.0.0.1:2/wallet${path.replace('ser', 'sre')}`, 'near letters', true],
    ['POST', `http://127.0.0.1:2/wallet${path}als`, 'other', true],
    ['GET', `http://127.0.0.1:2/wallet${path}al`, 'other', true],
    ['POST', `http://127.0.0.1:2/wallet${path}/2`, 'other', true],
    ['GET', `http://127.0.0.1:2/wallet${path}/40001`, 'other'],
    ['GET', `http://127.0.0.1:1${coins?.path}`, 'shown'],
    ['POST', `http://127.0.0.1:1${coins?.path}`, 'method'],
    ['HEAD', `http://127.0.0.1:1${coins?.path}`, 'other'],
    ['GET', 'http://127.0.0.1:1/', 'other'],
    ['GET', 'http://127.0.0.1:1/%zz', 'other'],
    ['OPTIONS', '*', 'other'],
    ['OPTIONS', `http://127.0.0.1:1${coins?.path}?source=1`, 'other', true],
    ['GET', 'no address', 'other'],
  ]
  for (const [method, url, expected, carries] of cases) {
    it(`${method} ${url} is ${expected}`, () => expect(kind(method, url, carries)).toBe(expected))
  }
})
