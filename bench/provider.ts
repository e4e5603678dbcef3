// The target of the bench, in a process of its own: `node bench/provider.ts LATENCY`. Prints its addresses and settings, and serves until it is ended.
import { startProvider } from '../provider/server.ts'

const { bases, settings } = await startProvider({ behaviour: { latency: Number(process.argv[2]) } })
process.stdout.write(`${JSON.stringify({ bases, settings })}\n`)
