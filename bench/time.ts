function milliseconds(work: () => void): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

/** The median of an odd number of measurements. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

const runs = 5
const warmUps = 3

/** The median times of parsing texts and of judging evidence that is made anew for each run, in milliseconds. */
export function measured<Evidence>(texts: readonly string[], evidence: () => Evidence, judge: (evidence: Evidence) => unknown) {
  const times = Array.from({ length: warmUps + runs }, () => {
    const parse = milliseconds(() => texts.map((text) => JSON.parse(text)))
    const fresh = evidence()
    return { parse, judge: milliseconds(() => judge(fresh)) }
  }).slice(warmUps)
  return { parse: median(times.map(({ parse }) => parse)), judge: median(times.map((each) => each.judge)) }
}
