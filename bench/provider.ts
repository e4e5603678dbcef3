// The target of the bench, a process of its own: `node bench/provider.ts LATENCY [rising]` prints its addresses and settings, and serves.
import { startProvider } from '../provider/server.ts'

const [, , latency, order] = process.argv
const { bases, settings } = await startProvider({ behaviour: { latency: Number(latency), risingTimestamps: order === 'rising' } })
process.stdout.write(`${JSON.stringify({ bases, settings })}\n`)
