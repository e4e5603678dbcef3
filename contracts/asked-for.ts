/** An input that asks for one record, or for those that share a value: `answered` leads to that value in the answer. */
export interface AskedFor {
  readonly input: string
  readonly answered: string
  readonly clause: string
  readonly text: string
}
