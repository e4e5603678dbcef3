// The target of the bench, in a process of its own: `node bench/provider.ts LATENCY [rising]`. Prints its addresses and settings, and serves until it is ended.
import { startProvider } from '../provider/server.ts'

const [, , latency, order] = process.argv
const { bases, settings } = await startProvider({ behaviour: { latency: Number(latency), risingTimestamps: order === 'rising' } })
process.stdout.write(`${JSON.stringify({ bases, settings })}\n`)
