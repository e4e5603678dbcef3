import { describe, expect, it } from 'vitest'
import { openingRole } from '../../engine/probes/roles.ts'
import { accepted, answered, began, paged, plain, problems } from './exchanges.fixture.ts'

describe('a right request that is refused otherwise than the first wrong one', () => {
  it.each([
    {
      status: 404,
      body: { message: 'terminal not found' },
      want: /with 404, .* "terminal not found"\. Check what is asked for \(ASSAY_TERMINAL_ID\)\.$/,
    },
    {
      status: 403,
      body: {},
      want: /with 403: .* Check what is asked for \(ASSAY_TERMINAL_ID\), then ASSAY_API_TOKEN, and ask whether access was/,
    },
  ])('otherwise than wrong credentials are, with $status, looks first at what is asked for', ({ want, ...answer }) => {
    const opened = answered(paged, { role: openingRole, startedAt: began - 1 })
    const more = ['client.again', 'sweep.1', 'sweep.2', 'sweep.3', 'none.1'].map((role) => ({
      ...answered(paged, { ...answer, role }),
      probe: 'pages',
    }))
    expect(problems([opened, answered(paged, answer), ...more, accepted(plain)])).toEqual([expect.stringMatching(want)])
  })

  it('with nothing, where a wrong one was refused, asks for no look at credentials', () => {
    const refused = answered(plain, { role: openingRole })
    expect(problems([refused, answered(plain, { status: 204, body: '' }), accepted(paged)])).toEqual([
      expect.stringMatching(/with 204, and with nothing .* does it come from this service\?$/),
    ])
  })

  it('as all are but the first wrong one is a lockout, and no fault of the settings', () => {
    const roles = ['opening', 'control', 'client.again', 'none', 'other', 'case', 'bare']
    const exchanges = roles.map((role, at) => answered(plain, { role, status: at === 0 ? 401 : 403, startedAt: at }))
    const told = [expect.stringMatching(/^lockout: .* with 403, but for the first.*--rate 1/)]
    expect(problems([...exchanges, accepted(paged)])).toEqual(told)
    const first = { ...accepted(plain), role: 'opening', startedAt: 0 }
    expect(problems([first, ...exchanges.slice(1), accepted(paged)]), 'also where that was accepted').toEqual(told)
  })

  it('as everything is from one request on is a breakdown of all, told once', () => {
    const broken = Array.from({ length: 12 }, (_, at) =>
      answered(at % 2 ? paged : plain, { role: at > 9 ? 'control-after' : `wrong.${at}`, status: 500, startedAt: began + 1 + at }),
    )
    const told = [expect.stringMatching(/^lockout: From one request on, everything was answered with 500: 12 requests in a row/)]
    expect(problems([accepted(plain), accepted(paged), ...broken])).toEqual(told)
    expect(problems([...broken.toReversed(), accepted(paged), accepted(plain)]), 'in whatever order they are kept').toEqual(told)
    expect(problems([accepted(plain), accepted(paged), ...broken, { ...accepted(plain), startedAt: began + 99 }])[0]).toContain(
      '12 requests in a row, of several operations, then others again.',
    )
    expect(problems([accepted(plain), accepted(paged), ...broken.filter(({ operation }) => operation === plain.id)])).not.toEqual(told)
  })

  it('as a quotation of a body that was sent before is of a target that had not read it', () => {
    const quoted = answered(paged, { role: 'control-after', status: 501, body: `Unsupported method ('{"page":1}${paged.method}')` })
    expect(problems([accepted(paged), quoted])).toEqual([
      expect.stringMatching(/^lockout: .* with 501: the target took a body .* not read/),
    ])
  })

  it('after wrong requests alone is a lockout', () => {
    expect(problems([accepted(paged), answered(paged, { role: 'control-after', status: 403 })])).toEqual([
      expect.stringMatching(/^lockout: .*403.*--rate 1/),
    ])
    const alike = [paged, plain].flatMap((operation) => [accepted(operation), answered(operation, { role: 'control-after', status: 403 })])
    expect(problems(alike)).toEqual([expect.stringContaining(`${plain.id}, ${paged.id} accepted a right request before`)])
    expect(problems([accepted(paged), answered(paged, { role: 'control-after', status: 500 })])).toEqual([
      expect.stringMatching(/^lockout: .* broke down at a later one, with 500/),
    ])
  })
})
