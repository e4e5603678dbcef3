// A signer that signs rightly and behaves badly in the way that its argument names.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'

const requests = readFileSync(0, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const answers = requests.map(({ id, secret, apiKey, merchantCode, timestamp, amount, token, walletAddress }) => {
  const canonicalString = apiKey + merchantCode + timestamp + amount + token + walletAddress
  return { id, signature: createHmac('sha256', secret).update(canonicalString).digest('hex'), canonicalString }
})
const lines = (list) => list.map((answer) => `${JSON.stringify(answer)}\n`).join('')
const print = (text) => process.stdout.write(text)
const ways = {
  crash: () => {
    print(lines(answers.slice(0, 3)))
    process.stderr.write('Error: out of ink\n')
    process.exitCode = 7
  },
  hang: () => print(lines(answers.slice(0, 3))) && setInterval(() => {}, 1_000),
  linger: () => print(lines(answers)) && setInterval(() => {}, 1_000),
  noise: () => print(`signer 1.0 ready\n${lines(answers)}`),
  reversed: () => print(lines([...answers].reverse())),
  twice: () => print(lines([...answers, ...answers.slice(0, 1)])),
  stranger: () => print(lines([...answers, { ...answers[0], id: 424242 }])),
  short: () => print(lines(answers.slice(0, -1))),
  numbers: () => print(lines(answers.map((answer) => ({ ...answer, signature: 7 })))),
  texts: () => print(lines(answers.map((answer) => ({ ...answer, id: String(answer.id) })))),
  unended: () => print(lines(answers).trimEnd()),
  windows: () => print(lines(answers).replaceAll('\n', '\r\n')),
  slip: () => print(lines(answers.map((answer) => ({ ...answer, signature: answer.signature.replace(/^0+/, '') })))),
  fib: () => print(lines(answers.map((answer) => ({ ...answer, canonicalString: `${answer.canonicalString}!` })))),
}
ways[process.argv[2]]()
