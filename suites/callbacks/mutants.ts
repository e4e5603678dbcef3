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
    ...otherMethods.filter((method) => method !== callback.method).map((method) => sentBy(callback, method)),
    ...Object.entries(otherBodies).map(([name, { title, mediaType, spoil }]) =>
      spoiled(callback, {
        id: `json-${name}`,
        title: `a callback ${title}`,
        check: 'json',
        notify: ({ method, body }) => ({
          method,
          headers: { 'content-type': mediaType },
          body: Buffer.from(spoil(body.toString('utf8'))),
        }),
      }),
    ),
    {
      ...spoiled(callback, { id: 'finds-nothing', title: 'a callback after which nothing is found', check: 'followed' }),
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

interface OtherBody {
  readonly title: string
  readonly mediaType: string
  readonly spoil: (json: string) => string
}

const otherBodies: Readonly<Record<string, OtherBody>> = {
  form: {
    title: 'that is a form',
    mediaType: 'application/x-www-form-urlencoded',
    spoil: (json) => new URLSearchParams(JSON.parse(json)).toString(),
  },
  xml: { title: 'that is XML', mediaType: 'application/xml', spoil: () => '<payment/>' },
  'cut-short': { title: 'whose body is cut short', mediaType: 'application/json', spoil: (json) => json.slice(0, -1) },
}

function sentBy(callback: Callback, method: string): Mutant {
  return spoiled(callback, {
    id: `by-${method.toLowerCase()}`,
    title: `a callback by ${method}`,
    check: 'method',
    notify: (notification) => ({ ...notification, method }),
  })
}

interface Draft {
  readonly id: string
  readonly title: string
  readonly check: string
  readonly notify?: (notification: Notification) => Notification
}

function spoiled({ id: callback, followedBy }: Callback, { id, title, check, notify }: Draft): Mutant {
  return {
    name: `${callback}.${id}`,
    title,
    level: 'MUST',
    operation: followedBy,
    caughtBy: [`${callback}.${check}`],
    hooks: () => (notify ? { notify } : {}),
  }
}
