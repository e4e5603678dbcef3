/** The action of a command that ends with an exit code. */
export function exiting<Given extends readonly unknown[]>(act: (...given: Given) => Promise<number>): (...given: Given) => Promise<void> {
  return async (...given) => {
    process.exitCode = await act(...given)
  }
}
