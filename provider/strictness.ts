import type { Behaviour } from './behaviour.ts'

/** Refuses what no right client sends, though a service may take it: what the document does not list, another case, a secret. */
export const strictness: Behaviour = {
  unknownFields: 'refused',
  unknownParameters: 'refused',
  otherCase: 'refused',
  sentSecret: 'refused',
}
