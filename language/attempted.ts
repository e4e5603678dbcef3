/** What an action gives; undefined where it throws, whatever that is. */
export function attempted<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
