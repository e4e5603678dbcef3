import type { TestProject } from 'vitest/node'

/** Tells the workers that tests are asked for by name: `sampled` leaves none of these out. */
export default function setup({ config }: TestProject): void {
  if (config.testNamePattern) process.env['ASSAY_NAMED'] = '1'
}
