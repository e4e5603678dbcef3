import { Command, Option } from 'commander'
import { type ProxyOptions, startProxy } from '../../consumers/proxy/proxy.ts'
import { defined } from '../../language/defined.ts'
import { UsageError } from '../../language/usage-error.ts'
import { redactionOf } from '../../reports/redaction/redaction.ts'
import { refuseUnfit } from '../../targets/configuration/tls-files.ts'
import { exiting } from '../exit-code.ts'
import { authorityIn, givenPem } from '../options/certificate-files.ts'
import { contract } from '../options/contract.ts'
import { duration } from '../options/flag-values.ts'
import { listenFault } from '../options/listen-fault.ts'
import { type ListeningAddress, listeningAddress } from '../options/listening.ts'
import { targetFrom } from '../options/target-options.ts'
import { addTrafficOptions, reportTraffic } from '../options/traffic-options.ts'
import { createLive, ending } from '../output/passing.ts'
import type { ReportOptions } from '../output/report-output.ts'
import { tell } from '../output/telling.ts'

interface Options extends ReportOptions {
  readonly target?: string
  readonly listen: ListeningAddress
  readonly keepHost: boolean
  readonly allowWithdrawals: boolean
  readonly cert?: string
  readonly key?: string
  readonly ca?: string
  readonly for?: number
  readonly idle?: number
}

const examples = `
It changes no byte of what passes but the value of Host, sends nothing of its own, and ends with SIGINT. What it judges by
credentials it takes from the ASSAY_… variables, as far as they are set; what passes is kept out of every report.

Examples:
  $ assay proxy --target http://127.0.0.1:4010
  $ assay proxy --target https://dev.example --listen 127.0.0.1:8443 --cert proxy.pem --key proxy-key.pem --for 10m

Exit codes: 0 both conform · 1 a MUST failed · 2 wrong usage, nothing judged · 3 not proven`

export function proxyCommand(): Command {
  const command = new Command('proxy')
    .option('--target <url>', 'the address of the service')
    .addOption(
      new Option('--listen <address>', 'where to listen, HOST:PORT or a PORT')
        .argParser(listeningAddress)
        .default(listeningAddress('0'), 'a free port of 127.0.0.1'),
    )
    .option('--keep-host', 'leave Host as the client sends it', false)
    .option('--cert <file>', 'the certificate of the proxy itself, in PEM: it speaks TLS then')
    .option('--key <file>', 'the key of that certificate, in PEM')
    .option('--ca <file>', "certificates by which the target's is trusted, in PEM")
    .option('--for <time>', 'end after this time, such as 10m', duration)
    .option('--idle <time>', 'end when nothing has passed for this time, such as 30s', duration)
    .option('--allow-withdrawals', 'pass on what moves money at a service that is not on this machine', false)
  return addTrafficOptions(command, examples).action(exiting(standBetween))
}

async function standBetween(options: Options): Promise<number> {
  const described = targetFrom({ ...options })
  const [address] = Object.values(described.bases)
  if (address === undefined) throw new UsageError('--target is missing: expected the address of the service, such as https://dev.example.')
  const { listen, keepHost, allowWithdrawals, ca } = options
  const { settings, operations } = described
  const [tls, authority] = [pair(options), ca === undefined ? undefined : authorityIn(ca)]
  return reportTraffic(options, described, async () => {
    const live = createLive(contract, options, redactionOf(contract, described))
    const asked = { contract, target: address, settings, operations, ...listen, keepHost, allowWithdrawals, ...live }
    const proxy = await startProxy(defined({ ...asked, tls, ca: authority })).catch((cause: unknown) => {
      throw listenFault(cause, '--listen', listen.host, listen.port)
    })
    tell(`assay proxy ready on ${proxy.url}, for ${address}`)
    await ending(options, proxy.passed)
    live.end()
    return proxy.close()
  })
}

function pair({ cert, key }: Options): ProxyOptions['tls'] {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) throw new UsageError('--cert and --key belong together: give both, or neither.')
  const tls = { cert: givenPem('--cert', cert), key: givenPem('--key', key) }
  refuseUnfit('--cert, --key', tls)
  return tls
}
