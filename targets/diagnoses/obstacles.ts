import { isAbsent, isAway, isDenial, isOfForm, isOfFront, isRedirect, isServerError, isSuccessful } from '../../contracts/statuses.ts'
import { isGarbled, jsonFault, jsonOf } from '../../engine/evidence/body.ts'
import { mostNames, mostValues } from '../../engine/evidence/parsed-size.ts'
import { otherMark } from '../../engine/evidence/plain-error.ts'
import { isWebPage } from '../../engine/exchange.ts'
import { keepOfFirst } from '../../engine/probes/steps.ts'
import { isOtherSpelling } from '../../text/distance.ts'
import { shortened } from '../../text/excerpt.ts'
import { isObject, pointerSteps } from '../../text/json/pointer.ts'
import type { Control, Examined } from '../examined.ts'
import { demands, getPast } from './demands.ts'
import { type Hindered, isPageInPlace } from './hindered.ts'
import {
  asksPassword,
  beginningOf,
  challengeOf,
  hasLogin,
  isEcho,
  isForBrowsers,
  isGrpc,
  isOfFirewall,
  isOfMaintenance,
  isOfProxy,
  isUnrouted,
  isXml,
  wantsTls,
} from './own-words.ts'
import { isSlashAdded, leadsElsewhere, leadsToItself, leadsToLogin, movedTo, redirected } from './redirections.ts'
import {
  isIndifferent,
  lookAtAddress,
  lookAtAnswer,
  lookAtLogin,
  lookAtMock,
  lookAtPath,
  lookAtRefusal,
  lookAtSite,
  lookThere,
  waitForLimit,
} from './remedies.ts'

interface Obstacle {
  /** How it is known; it counts if none before it is. */
  readonly stands: (control: Control, hindered: Hindered) => boolean
  /** What is said behind the name of an operation that meets it, or of several that are told together. */
  readonly words: (control: Control, examined: Examined, together: readonly Control[]) => string
  readonly remedy: (hindered: Hindered) => string
  /** True if its words tell all that the answer says. */
  readonly isTold?: true
  /** True if operations are told together whose remedy is the same, whatever is said of each; else those of which the same is said. */
  readonly isOneCause?: true
}

const whetherUp = () => 'Check whether it is up and reachable, then look at its log; --wait gives it time to come up.'

/** The first that stands in the way of a request is why it was refused, so that whatever answers in place of the service comes first. */
const obstacles: readonly Obstacle[] = [
  {
    stands: (control) => movedTo(control) !== undefined,
    words: (control) => `is redirected to ${movedTo(control)} (${statusOf(control)}), which is not followed`,
    remedy: ({ refused: [control] }) => `Set the address to ${movedTo(control)}.`,
    isTold: true,
  },
  {
    stands: isSlashAdded,
    words: (control) => `is redirected to its own path with a slash behind it (${statusOf(control)}), which is not followed`,
    remedy: () => 'Let the target answer at the path itself: those of the source have no slash behind them.',
    isTold: true,
  },
  {
    stands: leadsToItself,
    words: (control) => `is redirected to its own address (${statusOf(control)}), which is not followed`,
    remedy: () => 'Look at what stands before it: it may want https behind a gateway, a cookie, or another name of the host.',
    isTold: true,
  },
  { stands: leadsToLogin, words: (control) => `${redirected(control)}: a login may be in the way`, remedy: lookAtLogin, isTold: true },
  {
    stands: (control) => isRedirect(statusOf(control)),
    words: redirected,
    remedy: (hindered) =>
      hindered.refused.every(leadsElsewhere)
        ? `${lookThere(hindered)}, and whether this machine has to log in to its network first.`
        : lookAtAddress(hindered),
    isTold: true,
  },
  {
    stands: ({ exchange }) => wantsTls(exchange),
    words: (control) => `says to a right request that it came by http and has to come by https (${statusOf(control)})`,
    remedy: ({ addresses }) => `Set the address to ${addresses.replaceAll('http:', 'https:')}.`,
    isTold: true,
  },
  {
    stands: ({ exchange }) => isOfProxy(exchange.response),
    words: (control) => `is answered by a proxy on the way (${statusOf(control)})`,
    remedy: () => 'Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY, and ask whoever runs the proxy to let such requests through.',
  },
  {
    stands: ({ exchange }) => isGrpc(exchange.response),
    words: (control) => `answers in gRPC (${statusOf(control)}), not in JSON`,
    remedy: () => 'Set the address where it speaks HTTP with JSON: another port, or a gateway in front of it.',
  },
  ...demands.map(
    ({ says, words, remedy }): Obstacle => ({
      stands: ({ exchange: { response } }) => !isSuccessful(response.status) && says.test(beginningOf(response)),
      words: (control) => `${words} (${statusOf(control)})`,
      remedy: ({ secrets }) => remedy(secrets),
    }),
  ),
  {
    stands: ({ exchange }) => challengeOf(exchange.response) !== '',
    words: ({ exchange: { response } }) =>
      `asks for ${challengeOf(response)} credentials (${response.status}): a gateway may be in the way`,
    remedy: () => getPast,
  },
  {
    stands: (control) => statusOf(control) === 511,
    words: () => 'answers a right request with 511: a network wants a login first',
    remedy: (hindered) => `${lookThere(hindered)}, log in there, and run again.`,
  },
  {
    stands: (control) => isOfFront(statusOf(control)),
    words: (control) => `answers a right request with ${statusOf(control)}: Cloudflare does not reach what is behind it`,
    remedy: whetherUp,
  },
  { stands: ({ exchange }) => isForBrowsers(exchange.response), words: inTheWay('a test that only browsers pass'), remedy: () => getPast },
  {
    stands: ({ exchange: { response } }) => isOfFirewall(response) && !asksPassword(response),
    words: inTheWay('a firewall'),
    remedy: () =>
      'Ask whoever runs it to let this machine and such requests through: the report holds the whole page, which may name a number to tell them.',
  },
  {
    stands: ({ exchange: { response } }) => isAbsent(response.status) || isUnrouted(response),
    words: ({ exchange: { response } }, _, together) => {
      const statuses = [...new Set(together.map(statusOf))]
      const missing = isUnrouted(response) ? 'which is how the gateway of AWS says not found' : undefined
      return `answers a right request with ${statuses.map((status) => `${status}, ${missing ?? notThere[status]}`).join(', or with ')}${withPage(response)}`
    },
    remedy: lookAtPath,
    isOneCause: true,
  },
  {
    stands: (control) => statusOf(control) === 429,
    words: () => 'answers a right request with 429, too many requests',
    remedy: waitForLimit,
  },
  {
    stands: ({ exchange: { response } }) => isXml(response) && !isAway(response.status),
    words: (control) => `answers in XML (${statusOf(control)}), not in JSON`,
    remedy: lookAtAddress,
  },
  {
    stands: (control) => isOfForm(statusOf(control)),
    words: (control) => `refuses a right request with ${statusOf(control)}, which is about its form and about no setting`,
    remedy: () => 'The report shows the request, which is as the source has it: let the target take it so.',
  },
  {
    stands: ({ exchange: { response } }) =>
      isWebPage(response) && (isAway(response.status) || (isOfMaintenance(response) && !hasLogin(response))),
    words: inTheWay('a gateway or maintenance'),
    remedy: whetherUp,
  },
  {
    stands: (control) => isServerError(statusOf(control)),
    words: ({ exchange: { response } }) => `fails at a right request with ${response.status}${withPage(response)}`,
    remedy: ({ status }) => (isAway(status) ? whetherUp() : "Look at the target's own log."),
  },
  {
    stands: (control, hindered) =>
      isPageInPlace(control, hindered) && isSuccessful(statusOf(control)) && !asksPassword(control.exchange.response),
    words: inTheWay('a website'),
    remedy: lookAtSite,
  },
  {
    stands: (control, hindered) =>
      isPageInPlace(control, hindered) && (isDenial(statusOf(control)) || asksPassword(control.exchange.response)),
    words: inTheWay('a gateway or a login'),
    remedy: lookAtLogin,
  },
  { stands: isPageInPlace, words: inTheWay('a gateway'), remedy: lookAtSite },
  {
    stands: (control) => !isSuccessful(statusOf(control)),
    words: (control) => `refuses a right request with ${statusOf(control)}: either the settings or the target may be wrong`,
    remedy: lookAtRefusal,
  },
  {
    stands: ({ exchange }) => exchange.response.truncated,
    words: instead(() => 'more than can be judged'),
    remedy: ({ asked }) =>
      `Ask for less${asked && ` (${asked})`}: an answer of up to ${keepOfFirst >> 20} MB, ${mostValues.toLocaleString('en')} values and ${mostNames.toLocaleString('en')} names is judged.`,
  },
  {
    stands: ({ exchange: { response } }) => isGarbled(response),
    words: instead(({ exchange: { response } }) => `a body that cannot be read: ${unreadable(response)}`),
    remedy: () => 'Look at what writes its answers, and at the Content-Length and Content-Encoding that it sends with them.',
    isTold: true,
  },
  { stands: isEcho, words: instead(() => 'the request itself, as an echo'), remedy: lookAtMock, isTold: true },
]

/** Why a body was not decoded tells more than what is wrong with its bytes as they came. */
function unreadable(response: Control['exchange']['response']): string | undefined {
  const { codingFault } = response
  return codingFault === undefined ? jsonFault(response) : `its Content-Encoding says ${codingFault}`
}

/** A success that no payload is found in, wherever it comes from. */
const otherSuccess: Obstacle = { stands: () => true, words: instead(payloadOf), remedy: lookAtAnswer }

/** What stood in the way of the first of them. */
export function obstacleOf(hindered: Hindered): Obstacle {
  return obstacles.find(({ stands }) => stands(hindered.refused[0], hindered)) ?? otherSuccess
}

function statusOf({ exchange }: Control): number {
  return exchange.response.status
}

function withPage(response: Control['exchange']['response']): string {
  return isWebPage(response) ? ', and a web page' : ''
}

/** What may answer in place of the service. */
function inTheWay(what: string): Obstacle['words'] {
  return ({ exchange: { response } }) =>
    `${isWebPage(response) ? 'answers with a web page' : 'is answered'} (${response.status}): ${what} may be in the way`
}

function instead(what: (control: Control) => string): Obstacle['words'] {
  return (control, examined) =>
    `answers a right request with ${statusOf(control)}, and with ${what(control)}${isIndifferent(examined, control) ? ', and a wrong one alike' : ''}`
}

/** What there is in place of the payload: the same under another name, or nothing. */
function payloadOf({ operation, exchange }: Control): string {
  const [name = ''] = pointerSteps(operation.payload.envelope)
  const { value } = jsonOf(exchange.response)
  const other = isObject(value) ? Object.keys(value).find((key) => isOtherSpelling(key, name)) : undefined
  if (other !== undefined) return `what may be its payload under another name, ${shortened(other)}`
  const mark = otherMark(operation, value)
  return `${mark ? `${mark} and ` : ''}nothing that could be its payload`
}

const notThere: Readonly<Record<number, string>> = { 404: 'not found', 405: 'method not allowed', 410: 'gone', 501: 'not implemented' }
