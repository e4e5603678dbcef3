/** An object without the members that are undefined: what is optional, and unknown, is left out. */
export function defined<T>(members: OrUndefined<NoInfer<T>>): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T
}

type OrUndefined<T> = { [K in keyof T]: string extends K ? T[K] | undefined : object extends Pick<T, K> ? T[K] | undefined : T[K] }
