/** The clause of what the source says of all its sections, and of what is judged by none of them. */
export const preamble = '0'
