import type { Certificate } from '../../certificates/certificate.ts'
import type { Line, OpenedVerification } from '../../certificates/verification/verification-lines.ts'
import { ownerOf } from '../../contracts/fields.ts'
import type { Verdict } from '../../engine/judging/outcome.ts'
import { counted } from '../../text/counted.ts'
import { dayOf, minuteOf } from '../../text/day.ts'
import { capitalised, plain } from '../text/plain.ts'
import { briefText } from '../wording/observed-values.ts'
import { documentOf } from './html-document.ts'
import { badge, hallmark, html, type Markup, tableHead } from './markup.ts'

/** The name of the certificate beside the page, as `certify` writes it. */
const certificateFile = 'assay.certificate.json'

/** A certificate as a page for people: what was certified, what was looked at, and what it cannot prove. */
export async function htmlCertificate(verification: OpenedVerification, file = certificateFile): Promise<string> {
  const { certificate } = verification
  const body = html`${head(certificate)}
<main>${answers(verification, file)}${claims(certificate)}${identity(certificate)}${behaviour(certificate)}</main>`
  return documentOf({ title: `Certificate of ${plain(certificate.statement.subject[0].name)}`, body })
}

export function lineVerdict({ holds }: Line): Verdict {
  return holds === true ? 'passed' : holds === false ? 'failed' : 'inapplicable'
}

function head({ statement, settings, evidence }: Certificate): Markup {
  const { passedTests, warnedTests, failedTests } = statement.predicate
  const [{ name }] = statement.subject
  return html`<header class="top">
<div class="answer">${hallmark('passed')}
<div><p class="brand">Assay · certificate of conformance</p>
<h1>${settings.subject === 'evidence' ? capitalised(name) : name} <span class="passed">conforms</span> <span class="limits">(callbacks not judged)</span></h1>
<p class="lead">For ${settings.target.operations.join(', ')}, until ${minuteOf(settings.expiresAt)} UTC. The evidence is in the certificate, and <code>assay verify</code> judges it again; what that does not show is said below.</p>
<p class="counts">${badge('passed', `${passedTests.length} passed`)} ${warnedTests.length > 0 ? badge('warned', `${warnedTests.length} warned`) : ''} ${failedTests.length > 0 ? badge('inconclusive', `${failedTests.length} not judged`) : ''}</p>
<p class="quiet">Judged ${dayOf(evidence.finishedAt)}, with ${counted(evidence.tape.attempts.length, 'request')}.</p></div></div>
</header>`
}

function answers({ lines, unproven }: OpenedVerification, file: string): Markup {
  const shown = lines.map(
    (entry) =>
      html`<tr><th scope="row">${entry.number} ${entry.name}</th><td data-name="Answer">${answerBadge(entry)}</td><td data-name="Why">${entry.text}</td></tr>`,
  )
  return html`<section aria-labelledby="answers"><h2 id="answers">As it was made</h2>
<div class="wide" role="group" aria-labelledby="answers" tabindex="0"><table class="stacked">${tableHead('Question', 'Answer', 'Why')}<tbody>${shown}</tbody></table></div>
<p class="notices">This page may be anybody’s, and so may be the key. Ask again, with the file beside it and the public key of whom you trust: <code>npx assay verify ${file} --key KEY.pem</code></p>
</section><section aria-labelledby="unproven"><h2 id="unproven">What it cannot prove</h2><ul class="notices">${unproven.map((sentence) => html`<li>${sentence}</li>`)}</ul></section>`
}

export function answerBadge(line: Line): Markup {
  return badge(lineVerdict(line), line.holds === undefined ? 'open' : line.holds ? 'holds' : 'does not hold')
}

function identity({ statement, settings, challenge }: Certificate): Markup {
  const [subject] = statement.subject
  const rows: readonly (readonly [string, string])[] = [
    ['Subject', subject.name],
    ['SHA-256 of it', subject.digest.sha256],
    [
      'What that is of',
      { file: 'the artefact', image: 'the container image', evidence: 'the evidence: a service without an artefact' }[settings.subject],
    ],
    ...(settings.start === undefined ? [] : [['How it is started', settings.start] as const]),
    ['Made for', challenge ? challenge.asker : 'nobody: it answers no challenge'],
    [
      'Credentials',
      settings.redacted.length === 0 ? 'disposable, and published in the certificate' : `taken out: ${settings.redacted.join(', ')}`,
    ],
    ['Signed with', settings.signers.length === 0 ? 'nothing in the file itself' : settings.signers.join(', ')],
    ...statement.predicate.configuration.map(
      ({ name, digest, annotations }) =>
        [capitalised(name), `${annotations?.['version'] ?? annotations?.['title'] ?? ''} ${digest.sha256}`.trim()] as const,
    ),
  ]
  return html`<section aria-labelledby="identity"><h2 id="identity">What it is about</h2>
<div class="wide" role="group" aria-labelledby="identity" tabindex="0"><table><tbody>${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td><code>${value}</code></td></tr>`)}</tbody></table></div></section>`
}

function claims({ statement, evidence }: Certificate): Markup {
  const { passedTests } = statement.predicate
  const others = evidence.outcomes.filter(({ verdict }) => verdict !== 'inapplicable')
  const told = others.map(({ check, verdict, title }) => html`<li>${badge(verdict)} ${title} <span class="quiet">${check}</span></li>`)
  return html`<section aria-labelledby="checks"><h2 id="checks">What was judged</h2>
${others.length > 0 ? html`<ul>${told}</ul>` : ''}
<details><summary>${passedTests.length} checks passed</summary><ul>${passedTests.map((check) => html`<li><code>${check}</code></li>`)}</ul></details></section>`
}

function behaviour({ evidence }: Certificate): Markup {
  if (evidence.observations.length === 0) return html``
  const tables = [...Map.groupBy(evidence.observations, ({ id }) => ownerOf(id))].map(([operation, observed]) => {
    const rows = observed.map((one) => html`<tr><th scope="row">${one.title}</th><td>${briefText(one)}</td></tr>`)
    return html`<div class="wide" role="group" aria-label="${operation}" tabindex="0"><table class="compared points"><caption>${operation}</caption>${tableHead('Question', 'What it does')}<tbody>${rows}</tbody></table></div>`
  })
  return html`<section aria-labelledby="open"><h2 id="open">What it does where the source is silent</h2>
${tables}</section>`
}
