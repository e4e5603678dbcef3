import { expect, it } from 'vitest'
import { response } from '../../engine/evidence/evidence.fixture.ts'
import { mediaTypeFindings } from './checks.ts'

const [json, page] = ['application/json', 'text/html']

it.each([
  { given: [json], actual: undefined },
  { given: ['Application/JSON ; charset=utf-8'], actual: undefined },
  { given: [`${json};profile="a, b"`], actual: undefined },
  { given: [`${json};profile="a\\", b`], actual: undefined },
  { given: [json, `${json}; charset=utf-8`], actual: undefined },
  { given: [], actual: 'nothing' },
  { given: [page], actual: page },
  { given: [json, page], actual: `${json}, ${page}` },
  { given: [page, json], actual: `${page}, ${json}` },
  { given: [`${json}; charset=utf-8, ${page}`], actual: `${json}; charset=utf-8, ${page}` },
  { given: [`${json};a="b";c, ${page}`], actual: `${json};a="b";c, ${page}` },
])('$given is taken for JSON, or told: $actual', ({ given, actual }) => {
  const headers = given.map((value) => ['Content-Type', value] as const)
  expect([...mediaTypeFindings(response(200, {}, headers), json)].map((finding) => finding.actual)).toEqual(
    actual === undefined ? [] : [actual],
  )
})
