import type { Finding } from '../../engine/judging/outcome.ts'
import { cropped } from '../text/plain.ts'
import { html, type Markup } from './markup.ts'

/** What was expected, before what was found, unless the title beside it says so. */
export function expectedBeside(title: string, { expected }: Finding): Markup | '' {
  return title.includes(expected) || ofEveryRequest.has(expected) ? '' : html`expected ${cropped(expected, 80)}, `
}

/** The title says whether a request is right or wrong. */
const ofEveryRequest: ReadonlySet<string> = new Set(['a refusal', 'a success'])
