import { distanceWithin } from '../text/distance.ts'

/** A sentence that offers the names nearest to a misspelt one; empty if none is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const within = known.filter((candidate) => candidate.toLowerCase().includes(name.toLowerCase())).slice(0, 3)
  const near = known
    .flatMap((candidate) => {
      const distance = distanceWithin(Math.max(2, candidate.length / 4), name.toLowerCase(), candidate.toLowerCase())
      return distance === undefined ? [] : [{ candidate, distance }]
    })
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate)
  const offered = [...new Set([...near, ...within])].slice(0, 3)
  return offered.length > 0 ? ` Did you mean ${offered.join(' or ')}?` : ''
}
