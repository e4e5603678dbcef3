import type { Callback, Contract, Operation } from '../../contracts/contract.ts'
import { inputAt } from '../../contracts/fields.ts'
import type { Notification } from '../../provider/callbacks/notification.ts'
import type { Mutant } from '../../provider/mutant.ts'

/**
 * Providers whose callbacks come in another way, are no JSON, or tell of a record that is not there. They show only in a run that
 * listens.
 */
export function callbackMutants({ callbacks }: Contract): Mutant[] {
  return callbacks.flatMap((callback) => [
    ...otherMethods
      .filter((method) => method !== callback.method)
      .map((method) => {
        const spoilt: Spoilt = { title: `a callback by ${method}`, spoil: (sent) => ({ ...sent, method }) }
        return spoiled(callback, `by-${method.toLowerCase()}`, 'method', spoilt)
      }),
    ...Object.entries(otherBodies).map(([name, spoilt]) => spoiled(callback, `json-${name}`, 'json', spoilt)),
    {
      ...spoiled(callback, 'finds-nothing', 'followed', { title: 'a callback after which nothing is found', spoil: (sent) => sent }),
      behaviour: { records: { payments: 0 } },
      hooks: ({ operation, settings }) => ({ notify: (notification) => ({ ...notification, body: naming(operation, settings) }) }),
    },
  ])
}

function naming({ pagination, body }: Operation, settings: Readonly<Record<string, string>>): Buffer {
  const filter = pagination?.filter
  const field = filter && body?.fields.find(({ name }) => name === inputAt(filter.request))
  if (!field) return Buffer.from('{}')
  const { name, value } = field
  return Buffer.from(JSON.stringify({ [name]: 'setting' in value ? settings[value.setting] : value.value }))
}

const otherMethods = ['GET', 'PUT', 'PATCH', 'POST']

interface Spoilt {
  readonly title: string
  readonly spoil: (sent: Notification) => Notification
}

const otherBodies: Readonly<Record<string, Spoilt>> = {
  form: written('that is a form', 'application/x-www-form-urlencoded', (json) => new URLSearchParams(JSON.parse(json)).toString()),
  xml: written('that is XML', 'application/xml', () => '<payment/>'),
  'cut-short': written('whose body is cut short', 'application/json', (json) => json.slice(0, -1)),
}

function written(title: string, mediaType: string, write: (json: string) => string): Spoilt {
  return {
    title: `a callback ${title}`,
    spoil: ({ method, body }) => ({ method, headers: { 'content-type': mediaType }, body: Buffer.from(write(body.toString('utf8'))) }),
  }
}

function spoiled({ id: callback, followedBy }: Callback, id: string, check: string, { title, spoil }: Spoilt): Mutant {
  return {
    name: `${callback}.${id}`,
    title,
    level: 'MUST',
    operation: followedBy,
    caughtBy: [`${callback}.${check}`],
    hooks: () => ({ notify: spoil }),
  }
}
