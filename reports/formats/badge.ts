import type { Contract } from '../../contracts/contract.ts'
import type { Target } from '../../engine/target.ts'
import { claimOf } from '../conclusions/claim.ts'
import { conclusionOf } from '../conclusions/conclusion.ts'
import type { Report } from '../report.ts'
import { jsonText } from '../text/json.ts'
import { plain } from '../text/plain.ts'

const colours = { conforms: '#0b6b53', 'does not conform': '#b0251b', 'not proven': '#5a3fb0', 'left out': '#5f5b54' } as const
const label = 'assay'

/** The conclusion as the JSON that shields.io makes a badge of (its endpoint schema, version 1). */
export function shieldsBadge(report: Report): string {
  const conclusion = conclusionOf(report)
  const content = {
    schemaVersion: 1,
    label,
    message: message(report),
    color: colourOf(report).slice(1),
    isError: conclusion !== 'conforms',
  }
  return jsonText(content)
}

/** The conclusion as an SVG that needs no other file. */
export function svgBadge(report: Report): string {
  return svgOf(message(report), colourOf(report))
}

/** What a certificate that holds says of a target: until when, and in how many of the operations. */
export function certifiedText(until: string, { operations }: Pick<Target, 'operations'>, all: Contract['operations']): string {
  const part = operations.length < all.length ? ` in ${operations.length} of ${all.length} operations` : ''
  return `certified${part} until ${until}`
}

/** What a certificate that holds says of itself, as an SVG; where none does, that is said in red. */
export function svgCertificateBadge(certified: string | undefined): string {
  return certified === undefined ? svgOf('not certified', colours['does not conform']) : svgOf(certified, colours.conforms)
}

function svgOf(given: string, colour: string): string {
  const text = plain(given).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
  const left = widthOf(label)
  const width = left + widthOf(given)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${text}">
<title>${label}: ${text}</title>
<clipPath id="r"><rect width="${width}" height="20" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3a3428"/><rect x="${left}" width="${width - left}" height="20" fill="${colour}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"><text x="${left / 2}" y="14">${label}</text><text x="${left + (width - left) / 2}" y="14">${text}</text></g>
</svg>
`
}

/** The colour of the conclusion; a waived failure is not shown as passed. */
function colourOf(report: Report): string {
  const { conclusion, standing } = claimOf(report)
  return standing === 'warned' ? '#8a6100' : colours[conclusion]
}

function message(report: Report): string {
  const { passed, warned, failed, inconclusive } = report.summary
  const { conclusion, limits } = claimOf(report)
  const waived = report.outcomes.filter((outcome) => outcome.waived).length
  const count = {
    conforms: `${passed} passed${warned > 0 ? `, ${warned} warned` : ''}`,
    'does not conform': `${failed - waived} failed`,
    'not proven': `${inconclusive} inconclusive`,
    'left out': 'nothing judged',
  }[conclusion]
  return `${conclusion} (${[count, ...limits].join(', ')})`
}

/** The approximate width of a text in Verdana at 11 pixels, which suffices for our own words. */
function widthOf(text: string): number {
  return Math.round(text.length * 6.6 + 12)
}
