/** True for what a program writes where it has no value. */
export function isNoValue(text: string): boolean {
  return /^(undefined|null|None|nil|NaN|\[object Object\]|<nil>)$/.test(text)
}
