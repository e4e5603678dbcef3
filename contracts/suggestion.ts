import { distance } from '../spec/distance.ts'

/** A sentence that offers the names nearest to a misspelt one; empty where none is near. */
export function nearest(name: string, known: readonly string[]): string {
  const within = known.filter((candidate) => candidate.toLowerCase().includes(name.toLowerCase())).slice(0, 3)
  const near = [...known]
    .map((candidate) => ({ candidate, distance: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, candidate.length / 4))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate)
  const offered = [...new Set([...near, ...within])].slice(0, 3)
  return offered.length > 0 ? ` Did you mean ${offered.join(' or ')}?` : ''
}
