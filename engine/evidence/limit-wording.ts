import { type Exchange, headerValue } from '../exchange.ts'
import { decodedText } from './body.ts'

/** True if an answer says that it was too much at once: by words in it, or by a header that counts what is left. */
export function saysTooMuch({ response }: Exchange): boolean {
  if (!response) return false
  const { headers, body } = response
  const isSpent = countsLeft.some((name) => headerValue(headers, name)?.trim() === '0')
  if (isSpent || headerValue(headers, 'retry-after') !== undefined) return true
  const said = body.length <= longest ? decodedText(response) : ''
  return wording.test(`${said} ${headerValue(headers, 'location') ?? ''}`.replace(/[_-]+/g, ' '))
}

const longest = 10_000
const countsLeft = ['ratelimit-remaining', 'x-ratelimit-remaining', 'x-rate-limit-remaining']

const wording = new RegExp(
  [
    String.raw`\brate\s?limit|\b(?:rate|request|call|traffic|usage) (?:limit|quota)|\brequests? (?:an?|per|each) (?:second|minute|hour)|\btoo many\b|\btoo (?:fast|frequent|often)|\bthrottl`,
    String.raw`\bslow(?:er| down)\b|\bcalm\b|\b(?:try|retry|come back)(?: again)? (?:later|after|in)\b|\bquota\b|\boverload|\bbusy\b|\bcapacity\b`,
    String.raw`\bin (?:progress|flight)\b|\bconcurren|\bsimultaneous|\b(?:already|being) (?:being )?process|\banother (?:\w+ )?(?:request|transaction|transfer|withdrawal) is\b|\bpending\b|\block(?:ed)?\b|\blimit (?:is )?(?:exceeded|reached)`,
    'تعداد درخواست|بیش از حد|بعدا|مجددا|频繁|頻繁|稍后|稍後|слишком|попробуйте|demasiad|zu viele|trop de|muitas|çok fazla',
  ].join('|'),
  'iu',
)
