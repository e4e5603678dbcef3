import type { Operation } from '../contracts/contract.ts'
import { ownName, partsOf } from '../contracts/fields.ts'
import type { Check } from '../engine/judging/check.ts'

/** What a check sends, what it judges, and how a failure is fixed. */
export interface CheckText {
  readonly sends: string
  readonly judges: string
  readonly mend: string
}

const everyKind = 'right requests of every kind: each answer to one is judged'
const severalPages = 'right requests for the pages of one list, in two sizes, in an order that changes from run to run'

/** What there is to say of a check that is not about a field or a refusal, by its requirement. */
export function checkText({ requirement, probe, sent }: Check): CheckText | undefined {
  const { operation } = probe
  const { subject } = partsOf(operation, requirement)
  const texts = { ...ofAnswers(operation), ...ofRequests(operation, sent?.words), ...(operation.pagination ? ofPages : {}) }
  return texts[ownName(operation, requirement)] ?? texts[subject]
}

type Texts = Readonly<Record<string, CheckText>>

function ofRequests({ authentication }: Operation, sent: string | undefined): Texts {
  return {
    accepted: {
      sends: `a request as the document has it, with a credential that is right${sent === undefined ? '' : `, ${sent}`}`,
      judges:
        'The answer carries the payload. No answer, or a request to wait, is inconclusive; so is a refusal where the credential of another operation is accepted instead, and everything else where this one is refused.',
      mend: 'Find out from your own log why it was refused: nothing in it is unusual. If it is a setting of the run (a credential, an account), correct that.',
    },
    robustness: {
      sends: `${sent ?? 'a malformed request'}, once, behind a right request`,
      judges:
        'An answer of 500 or above, a connection that is cut, no answer in time, or a stack trace in the body warns. Which other answer it is, the source leaves open.',
      mend: 'Look at what came in before it is used, answer what cannot be used with a status between 400 and 499, and keep traces in your own log.',
    },
    ...(authentication.kind === 'signed' && sent !== undefined ? { signature: ofLegalForm(sent) } : {}),
  }
}

function ofAnswers({ success }: Operation): Texts {
  return {
    status: {
      sends: everyKind,
      judges: `An answer that carries the payload has no other status than ${success.status}.`,
      mend: `Answer with ${success.status} wherever the payload is answered; others (201, 202, 206) say something else to a client.`,
    },
    'media-type': {
      sends: everyKind,
      judges: `The field Content-Type of each success names ${success.mediaType ?? 'no media type'}; a charset behind it changes nothing.`,
      mend: `Send Content-Type: ${success.mediaType ?? ''} with each success, whatever the client accepts.`,
    },
    'json.keys': {
      sends: everyKind,
      judges: 'Each object of an answer, nested ones too, is searched for a key that stands twice.',
      mend: 'Write each key once: of two, parsers take the first, the last or neither. It comes from JSON that is put together as text.',
    },
    'json.numbers': {
      sends: everyKind,
      judges: 'Each number is read as a double and compared with how it was written.',
      mend: 'Round to what a double can hold, about 17 digits: a client reads more of them as another number.',
    },
    'json.text': {
      sends: everyKind,
      judges: 'The first three bytes of each answer are no byte order mark.',
      mend: 'Write UTF-8 without a byte order mark: some encoders add one by themselves.',
    },
    json: {
      sends: everyKind,
      judges: 'The bytes of each answer are UTF-8 and one JSON value with nothing behind it; a Content-Encoding is what it says.',
      mend: 'Write the body with a JSON library, as one value, to its end; look for a proxy that compresses twice or cuts off.',
    },
    unique: {
      sends: everyKind,
      judges:
        'What identifies a record is looked for a second time, in the list of one answer or in the answers of the whole run. A record that the answers before and after one hold, to the same request, is not missing in that one.',
      mend: 'Make the identifier unique where it is given out (a key of the database, not a counter of the process), and join no table that repeats records.',
    },
  }
}

const ofPages: Texts = {
  'pages.number': {
    sends: severalPages,
    judges: 'The number that each answer says of its page is the number that was asked for; the first page is 1.',
    mend: 'Answer the number of the page that was asked for, not an index from 0 and not the next page.',
  },
  'pages.size': {
    sends: severalPages,
    judges:
      'No answer holds more records than the size that it says, and that size follows the one asked for. A smaller one is allowed where the answer says it.',
    mend: 'Cut the list by the size that the request asks for; where you cap it, answer with the size that you took.',
  },
  'pages.rounding': {
    sends: severalPages,
    judges: 'The size that is answered is compared with the one asked for: a larger one warns.',
    mend: 'Round a size down, or take it as it is.',
  },
  'pages.distinct': {
    sends: severalPages,
    judges:
      'The list is read in pages of several sizes: each reading has to show every record as often as the one with the fewest pages. Records that arrive meanwhile are allowed for.',
    mend: 'Order the list by something unique before it is cut into pages: an order with ties repeats one record and loses another.',
  },
  'pages.total': {
    sends: severalPages,
    judges: 'The records of all pages are counted and compared with the total that the answers say.',
    mend: 'Count with the same filter as the list, before it is cut into pages.',
  },
  'pages.answered': {
    sends: severalPages,
    judges: 'Each page up to the last that the total promises is answered with records.',
    mend: 'Answer each page up to the total divided by the size, rounded up; the last one may be short.',
  },
  'pages.filter': {
    sends: `${severalPages}, and values that are nearly the one asked for`,
    judges: 'Each record carries the value that its own request asked for; one that carries a value like it fails.',
    mend: 'Filter by the whole value, as a text, in the query itself: no prefix, no number, no trimming.',
  },
}

function ofLegalForm(form: string): CheckText {
  return {
    sends: `a right request with ${form}, signed over the strings that it carries`,
    judges:
      'It is accepted as an ordinary one is. Where it is refused, the same with the signature of a normalised form is sent: the check fails if that is accepted, or if nothing but the writing of its JSON was unusual.',
    mend: 'Sign the strings that the JSON of the request holds, just as they are: parse it once, and neither write it anew nor turn an amount into a number.',
  }
}

const callbackSent = 'a right request before a callback and, once one came, another after it, where the run listens (--listen)'

/** The texts of checks of callbacks, by what stands after the callback in their ids. */
export const callbackTexts: Texts = {
  method: {
    sends: callbackSent,
    judges: 'The method of each request that came while the run listened.',
    mend: 'Send every callback with the method that the source names, the first one and what is sent again.',
  },
  json: {
    sends: callbackSent,
    judges: 'The body of each callback: UTF-8, and one JSON value with nothing behind it.',
    mend: 'Write the body with a JSON library; a form or an empty body is none.',
  },
  followed: {
    sends: callbackSent,
    judges: 'What the inquiry answers once a callback came: it has to hold a record.',
    mend: 'Send the callback once the payment can be inquired for, not before it is stored.',
  },
}
