import { percentDecoded } from '../text/percent.ts'

/** True if a lenient server may take one path for another; what is put into a template may be anything. */
export function mayLeadTo(path: string, other: string): boolean {
  const [one, two] = [segmentsOf(path), segmentsOf(other)]
  return (
    one.length === two.length && one.every((segment, at) => segment === two[at] || [segment, two[at]].some((each) => each?.includes('{')))
  )
}

/** True if dots in a path, encoded or not, lead to a place above it. */
export function leadsUpward(path: string): boolean {
  return undone(path)
    .split(/[/\\]/)
    .some((segment) => segment === '..')
}

/** Encoding undone in layers, dots, doubled slashes and case; without the parameters of a segment, and without an extension at the end. */
function segmentsOf(path: string): string[] {
  const { pathname } = new URL(`http://x/${undone(path)}`)
  const segments = undone(pathname)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{C}/gu, '')
    .split('/')
    .map((segment) => segment.replace(/;.*$/s, ''))
    .filter((segment) => segment !== '')
  return segments.map((segment, at) => (at === segments.length - 1 ? segment.replace(/(?<=.)\.\w*$/, '') : segment))
}

function undone(text: string): string {
  let found = text
  for (let layer = 0; layer < 3; layer += 1) found = percentDecoded(found)
  return found
}
