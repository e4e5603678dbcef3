import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { jsonFault } from './body.ts'

const faultOf = (text: string) => jsonFault({ body: Buffer.from(text), truncated: false })

it('what a program prints before its JSON is told as that, and no web page', () => {
  expect(faultOf('<b>Warning</b>: no such key\n{"data": [1]}')).toBe('28 characters of other text before its JSON')
  expect(faultOf(")]}',\n{}")).toBe('6 characters of other text before its JSON')
})

it('JSON that is compressed is told as that, where no coding says so', () => {
  const fault = (body: Buffer) => jsonFault({ body, truncated: false })
  expect(fault(gzipSync('{}'))).toBe('it is compressed by gzip, and no Content-Encoding says so')
  expect(fault(Buffer.from([0x7b, 0xff]))).toBe('its bytes are not UTF-8')
})

it('a page, JSON that breaks off, and JSON behind blanks are not', () => {
  expect(faultOf('<html>{{ title }}</html>')).toContain("Unexpected token '<'")
  expect(faultOf('<html>no page</html>')).toContain("Unexpected token '<'")
  expect(faultOf('error 5')).not.toContain('before its JSON')
  expect(faultOf('{"data": [1]')).toBe('it breaks off in the middle: "…{"data": [1]…"')
  expect(faultOf('{"data": ["some words of te')).toMatch(/^it breaks off in the middle: "….{20}…"$/)
  expect(faultOf('\n {"data": [1]}')).toBeUndefined()
})

it('what is shown of a text that is no JSON has its marks of omission beside what was cut', () => {
  expect(faultOf(`{"a": 1, "b": ${'x'.repeat(50)}, "c": "and more of it"}`)).toBe(
    `Unexpected token 'x', "…: 1, "b": xxxxxxxxxx…" is not valid JSON`,
  )
  expect(faultOf(`{'status': 'success'}`)).toMatch(/^Expected property name .*: "…\{'status': …"$/)
})
