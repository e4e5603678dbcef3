/**
 * What the statuses of HTTP say by themselves (RFC 9110, and habits of services and gateways): every set of them, with the reason for its
 * members. No answer has no status, and is in none.
 */
type IsSuch = (status: number | undefined) => boolean

export const isSuccessful = within(200, 299)
export const isRedirect = within(300, 399)

/** A fault of whoever asks, or what is called one. */
export const isOfClient = within(400, 499)

/** A fault of the service, by any number from 500 on. */
export const isServerError = within(500, Number.POSITIVE_INFINITY)

/** Something was made, or will be, even if the answer says nothing else. */
export const saysMade = among(201, 202)

/** Whoever asks is refused. */
export const isDenial = among(401, 403)

/** What is asked for is refused: the two statuses that documents give for this. */
export const isOfWrongInput = among(400, 422)

/** What is asked for may be the reason: also 200 with an error in it, a lack of funds, a conflict, and a body that is too long. */
export const isOfInputs = among(200, 400, 402, 409, 413, 422)

/** The form of the message is the reason, whoever sends it and whatever it asks for: its types, its length, its headers. */
export const isOfForm = among(406, 411, 412, 414, 415, 416, 417, 426, 428, 431)

/** Nothing is there to be asked, or not by this method, or not yet, or not any more. */
export const isAbsent = among(404, 405, 410, 501)

/** Who may ask, or when, is the reason: a denial, that of a proxy, a lock, a limit, and requests that came too early or too slowly. */
export const isOfWhoOrWhen = among(401, 403, 407, 408, 423, 425, 429)

/** Any request may get it: it says "later". */
export const saysLater = among(429, 503)

/** What stands in front of the service is tired of waiting. Not 503, which asks to come again. */
export const isUnable = among(408, 502, 504)

/** No answer to what was asked: a limit says "later", or what stands in front was tired of waiting. */
export const isNoAnswer: IsSuch = (status) => saysLater(status) || isUnable(status)

/** A gateway says that nothing is behind it. Not 408, which says that the request itself came too slowly. */
export const isAway = among(502, 503, 504)

/** What stands in front answers: the login of a network (RFC 6585), or Cloudflare about a server that it does not reach. */
export const isOfFront = among(511, 520, 521, 522, 523, 524, 525, 526, 530)

/** Services turn requests away so that come too fast, or at the same time as others; 509 and 529 are of no RFC. */
export const isOfCrowds = among(402, 403, 408, 409, 418, 420, 422, 423, 425, 429, 502, 503, 504, 509, 529)

function among(...statuses: readonly number[]): IsSuch {
  const all = new Set<number | undefined>(statuses)
  return (status) => all.has(status)
}

function within(least: number, most: number): IsSuch {
  return (status) => status !== undefined && status >= least && status <= most
}
