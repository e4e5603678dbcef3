import type { Operation } from '../../contracts/contract.ts'
import { ownName, partsOf } from '../../contracts/fields.ts'
import type { Check } from '../../engine/judging/check.ts'

export interface CheckText {
  readonly sends: string
  readonly judges: string
  readonly fix: string
}

const everyKind = 'right requests of every kind; each of their answers is judged'
const severalPages = 'right requests for the pages of one list, in several sizes, in an order that changes with every run'

/** What there is to say of a check that is not about a field or a refusal, by its requirement. */
export function checkText({ requirement, probe, sent }: Check): CheckText | undefined {
  const { operation } = probe
  const { subject } = partsOf(operation, requirement)
  const texts = { ...ofAnswers(operation), ...ofRequests(operation, sent?.words), ...(operation.pagination ? ofPages : {}) }
  return texts[ownName(operation, requirement)] ?? texts[subject]
}

type Texts = Readonly<Record<string, CheckText>>

/** Texts of checks that send the same, unless one says what else it sends. */
function sending(sends: string, texts: Readonly<Record<string, Omit<CheckText, 'sends'> & Partial<CheckText>>>): Texts {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { sends, ...text }]))
}

function ofRequests({ authentication }: Operation, sent: string | undefined): Texts {
  return {
    accepted: {
      sends: `a request as the document describes it, with the right credential${sent === undefined ? '' : `, ${sent}`}`,
      judges:
        'The answer must carry the payload. No answer, or one that says to wait, is inconclusive. So is a refusal if the credential of another operation is accepted instead. If this request is refused, everything else is inconclusive too.',
      fix: 'Find out from your own log why the request was refused: nothing in it is unusual. If a setting of the run (a credential, an account) is wrong, correct it.',
    },
    robustness: {
      sends: `${sent ?? 'a malformed request'}, once, after a right request`,
      judges:
        'A status of 500 or above, a dropped connection, no answer in time, or a stack trace in the body is a warning. Any other answer is fine: the source leaves open which one.',
      fix: 'Validate the input before you use it, answer invalid input with a status from 400 to 499, and keep stack traces in your own log.',
    },
    ...(authentication.kind === 'signed' && sent !== undefined ? { signature: ofLegalForm(sent) } : {}),
  }
}

function ofAnswers({ success: { status, mediaType = '' } }: Operation): Texts {
  return sending(everyKind, {
    status: {
      judges: `Every answer that carries the payload must have the status ${status}.`,
      fix: `Answer with ${status} whenever you send the payload; other statuses (201, 202, 206) mean something else to a client.`,
    },
    'media-type': {
      judges: `The Content-Type of each success must be ${mediaType}; a charset after it does not matter.`,
      fix: `Send Content-Type: ${mediaType} with every success, whatever the client accepts.`,
    },
    'json.keys': {
      judges: 'No object of an answer, nested ones included, may contain the same key twice.',
      fix: 'Write each key once: of two, parsers take the first, the last or neither. The usual cause is JSON that is assembled as text.',
    },
    'json.numbers': {
      judges: 'Each number is read as a double and compared with the way it was written.',
      fix: 'Round to what a double can hold, about 17 digits: with more, a client reads a different number.',
    },
    'json.text': {
      judges: 'No answer may begin with a byte order mark.',
      fix: 'Write UTF-8 without a byte order mark; some encoders add one by default.',
    },
    json: {
      judges: 'Each answer must be UTF-8 and exactly one JSON value with nothing after it, in the Content-Encoding that it names.',
      fix: 'Write the whole body as one value with a JSON library; look for a proxy that compresses twice or truncates.',
    },
    unique: {
      judges:
        'No two records may share what identifies them, in one list or in the answers of the whole run. A record that is in the answers before and after another one to the same request must be in that one too.',
      fix: 'Make the identifier unique where it is created (a key of the database, not a counter in the process), and avoid joins that repeat records.',
    },
  })
}

const ofPages: Texts = sending(severalPages, {
  'pages.number': {
    judges: 'The page number in each answer must be the one that was asked for; the first page is 1.',
    fix: 'Return the page number that was asked for, not an index starting at 0 and not the next page.',
  },
  'pages.size': {
    judges:
      'No answer may hold more records than the size it states, and that size must follow the one asked for. A smaller size is allowed if the answer states it.',
    fix: 'Page the list by the size that the request asks for; if you cap it, return the size that you used.',
  },
  'pages.rounding': {
    judges: 'The size in the answer is compared with the one asked for: a larger one is a warning.',
    fix: 'Round a size down, or use it as it is.',
  },
  'pages.distinct': {
    judges:
      'The list is read in pages of several sizes. Each reading must show every record as often as the reading with the fewest pages does. Records that arrive meanwhile are allowed for.',
    fix: 'Sort the list by something unique before you page it: an order with ties repeats one record and loses another.',
  },
  'pages.total': {
    judges: 'The records of all pages are counted and compared with the total in the answers.',
    fix: 'Count with the same filter as the list, before paging it.',
  },
  'pages.answered': {
    judges: 'Every page up to the last one that the total implies must contain records.',
    fix: 'Return records for every page up to the total divided by the size, rounded up; the last one may be short.',
  },
  'pages.filter': {
    sends: `${severalPages}, and values that are close to the one asked for`,
    judges: 'Every record must carry exactly the value that its own request asked for; a similar value fails.',
    fix: 'Filter by the whole value, as text, in the query itself: not by a prefix, not as a number, without trimming.',
  },
})

function ofLegalForm(form: string): CheckText {
  return {
    sends: `a right request with ${form}, signed over the strings that it contains`,
    judges:
      'It must be accepted like an ordinary one. If it is refused, it is sent again with the signature of a normalised form: the check fails if that is accepted, or if only the notation of its JSON was unusual.',
    fix: 'Verify the signature over the strings in the JSON of the request, exactly as they are: parse it once, do not serialise it again, and do not turn an amount into a number.',
  }
}

const callbackSent = 'a right request before a callback and, once one has arrived, another after it, if the run listens (--listen)'

/** The texts of checks of callbacks, by what stands after the callback in their ids. */
export const callbackTexts: Texts = sending(callbackSent, {
  method: {
    judges: 'The method of each request that arrived while the run listened.',
    fix: 'Send every callback, repeated ones included, with the method that the source names.',
  },
  json: {
    judges: 'The body of each callback must be UTF-8 and exactly one JSON value with nothing after it.',
    fix: 'Write the body with a JSON library; a form or an empty body is not JSON.',
  },
  followed: {
    judges: 'The inquiry after a callback must return a record.',
    fix: 'Send the callback once an inquiry can find the payment, not before it is stored.',
  },
})
