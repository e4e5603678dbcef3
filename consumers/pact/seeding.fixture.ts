import type { Draft } from './consumer.fixture.ts'

type Drafts = Record<'coins' | 'payments' | 'empty' | 'withdrawal', Draft>

/** One mistake of a consumer: what it is, the interaction that has it, where it is found, and how it is made. */
export interface SeededMistake {
  readonly title: string
  readonly in: keyof Drafts
  readonly at: string
  readonly seed: (draft: Draft) => void
}

export function mistake(title: string, where: keyof Drafts, at: string, seed: (draft: Draft) => void): SeededMistake {
  return { title, in: where, at, seed }
}

export function set(target: unknown, name: string, value: unknown): void {
  const members = target as Record<string, unknown>
  if (value === undefined) delete members[name]
  else members[name] = value
}

export function at(value: unknown, name: string | number): unknown {
  return (value as Record<string | number, unknown>)[name]
}

export function record({ answer }: Draft): unknown {
  return at(at(answer, 'data'), 0)
}

export function payment({ answer }: Draft): unknown {
  return at(at(at(answer, 'transactions'), 'data'), 0)
}
