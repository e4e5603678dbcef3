import { expect, it } from 'vitest'
import { placed, placeName, valuesAt } from './credential-place.ts'

it('writes the name of a parameter as an address can hold it', () => {
  const place = placeName({ in: 'query', name: 'a&b=c' })
  const { url } = placed({ url: 'https://a.example/b?q=1', headers: [[place, 'k&1']] })
  const { searchParams } = new URL(url)
  expect([...searchParams]).toEqual([
    ['q', '1'],
    ['a&b=c', 'k&1'],
  ])
  expect(valuesAt(place, searchParams, [])).toEqual(['k&1'])
})
