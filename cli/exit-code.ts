export function exiting<Given extends readonly unknown[]>(act: (...given: Given) => Promise<number>): (...given: Given) => Promise<void> {
  return async (...given) => {
    process.exitCode = await act(...given)
  }
}
