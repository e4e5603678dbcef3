/** A text as it is often written where it is not to be read. */
export const base64 = (text: string) => Buffer.from(text).toString('base64')
export const hex = (text: string) => Buffer.from(text).toString('hex')
export const inGroups = (text: string, size: number, between: string) => text.match(new RegExp(`.{1,${size}}`, 'g'))?.join(between) ?? ''
