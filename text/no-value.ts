/** True for what a program writes where it has no value. */
export function isNoValue(text: string): boolean {
  return /^(undefined|null|None|nil|NaN|\[object \w+\]|<nil>)$/.test(text)
}

/** True for what stands in an example in the place of a value, or in a template that nothing filled in. */
export function isPlaceholder(text: string): boolean {
  return placeholder.test(text)
}

const placeholder =
  /^(?:<.*>|\$\{.*\}|\{\{.*\}\}|\[.*(?:redacted|token|key|secret).*\]|change[-_ ]?(?:me|it)|todo|tbd|x{3,}|\*{3,}|•{3,}|\.{3,}|…|undefined|null|\[object \w+\]|placeholder|replace[-_ ](?:me|with).*|your[-_ ].*)$/i
