/** The smallest number that is a multiple of each of several steps, such as `multipleOf` has; none if it is beyond exact numbers. */
export function commonStep(steps: readonly number[]): number | undefined {
  const scale = 10 ** Math.max(0, ...steps.map(decimals))
  const common = steps.map((step) => Math.round(step * scale)).reduce((one, other) => (one / divisor(one, other)) * other, 1)
  return steps.length > 1 && Number.isSafeInteger(common) ? common / scale : undefined
}

function decimals(step: number): number {
  const [, fraction = '', power = '0'] = /^\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(step)) ?? []
  return Math.max(0, fraction.length - Number(power))
}

function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other)
}
