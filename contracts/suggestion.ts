import { distance } from '../spec/distance.ts'

/** A sentence that offers the names nearest to a misspelt one; empty where none is near. */
export function nearest(name: string, known: readonly string[]): string {
  const within = known.filter((candidate) => candidate.toLowerCase().includes(name.toLowerCase())).slice(0, 3)
  const near = [...known]
    .map((candidate) => ({ candidate, most: Math.max(2, candidate.length / 4) }))
    .map(({ candidate, most }) => ({ candidate, most, distance: distance(name.toLowerCase(), candidate.toLowerCase(), most) }))
    .filter(({ distance, most }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate)
  const offered = [...new Set([...near, ...within])].slice(0, 3)
  return offered.length > 0 ? ` Did you mean ${offered.join(' or ')}?` : ''
}
