import { describe, expect, it } from 'vitest'
import { reportOf } from '../report.ts'
import { runOf } from '../run.fixture.ts'
import { compareClauses } from './clauses.ts'
import { coverageOf } from './coverage.ts'

const report = reportOf(runOf())
const sections = coverageOf(report)

describe('coverage', () => {
  it('holds every requirement, open point and named-only entry exactly once', () => {
    const { requirements, openPoints, namedOnly } = report.ledger
    expect(sections.flatMap((section) => section.requirements.map(({ requirement }) => requirement.id)).sort()).toEqual(
      requirements.map(({ id }) => id).sort(),
    )
    expect(sections.flatMap((section) => section.openPoints.map(({ openPoint }) => openPoint.id)).sort()).toEqual(
      openPoints.map(({ id }) => id).sort(),
    )
    expect(sections.flatMap((section) => section.namedOnly).length).toBe(namedOnly.length)
  })

  it('stands in the order of the source', () => {
    expect(['2.10', '10', '2.9', '2', '4.1'].sort(compareClauses)).toEqual(['2', '2.9', '2.10', '4.1', '10'])
    const clauses = sections.map(({ clause }) => clause)
    expect(clauses).toEqual([...clauses].sort(compareClauses))
  })

  it('gives a section the verdict that needs attention most', () => {
    const failed = report.outcomes.find(({ verdict }) => verdict === 'failed')
    const section = sections.find(({ requirements }) => requirements.some(({ requirement }) => requirement.id === failed?.requirement))
    expect(section?.verdict).toBe('failed')
  })

  it('lets a requirement be judged by the checks of others', () => {
    const judged = sections.flatMap(({ requirements }) => requirements).filter(({ requirement }) => requirement.judgedBy)
    expect(judged.length).toBeGreaterThan(0)
    expect(judged.filter(({ outcomes }) => outcomes.length > 0).length).toBeGreaterThan(0)
  })

  it('joins an open point to what was observed of it', () => {
    const [observed] = report.observations
    const point = sections.flatMap(({ openPoints }) => openPoints).find(({ openPoint }) => openPoint.id === observed?.about)
    expect(point?.observations).toEqual([observed])
  })
})
