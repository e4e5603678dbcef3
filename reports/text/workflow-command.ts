import { cropped, plain } from './plain.ts'

/** What begins the annotation, on GitHub, of a command that could not go on. */
export const errorStart = '::error title=Assay::'

export function errorAnnotation(text: string): string {
  return `${errorStart}${text.split('\n').map(annotationText).join('%0A')}\n`
}

/** A text that neither ends an annotation nor begins another. */
export function annotationText(text: string): string {
  return cropped(plain(text), 1000).replace(/%/g, '%25').replace(/::/g, ':%3A')
}
