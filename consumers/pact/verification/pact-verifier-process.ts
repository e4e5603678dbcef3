// A process of its own: Pact's native library prints as it likes, and takes the process with it when it fails.
import { createRequire } from 'node:module'

interface Task {
  readonly file: string
  readonly provider: string
  readonly url: string
  readonly statesUrl: string
  readonly timeout: number
}

const { default: pact } = createRequire(import.meta.url)('@pact-foundation/pact-core') as typeof import('@pact-foundation/pact-core')

process.once('message', async (task: Task) => {
  const results = await verify(task)
  process.send?.(results, () => process.disconnect())
})

/** Resolves to Pact's results as JSON: after mismatches they stand in the error's message. */
async function verify({ file, provider, url, statesUrl, timeout }: Task): Promise<string> {
  try {
    return await pact.verifyPacts({
      pactUrls: [file],
      provider,
      providerBaseUrl: url,
      providerStatesSetupUrl: statesUrl,
      logLevel: 'error',
      timeout,
    })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
