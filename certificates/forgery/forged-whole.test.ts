import { type Loose, operations } from '../certified.fixture.ts'
import { changeBody, refuses } from './forged.fixture.ts'

await refuses(
  'tells otherwise what was asked of several operations, or moved money',
  {
    'a body that was changed': [({ evidence }) => changeBody(evidence), 4],
    'no body in place of an empty one': [
      ({ evidence }) => {
        delete evidence.attempts.find(({ request }: Loose) => request.empty).request.empty
      },
      4,
    ],
    'a signature of a secret that is not published': [
      ({ settings }) => {
        settings.target.settings.signingSecret = 'another secret'
      },
      4,
    ],
    'operations that were never asked': [
      ({ settings }) => {
        settings.target.operations = settings.target.operations.slice(0, 1)
      },
      4,
    ],
    'withdrawals that were not allowed': [
      ({ settings }) => {
        settings.target.bases = Object.fromEntries(Object.keys(settings.target.bases).map((base) => [base, 'https://elsewhere.example']))
        settings.target.allowWithdrawals = false
      },
      4,
    ],
    'withdrawals that are not told': [
      ({ evidence }) => {
        evidence.registered = []
      },
      3,
    ],
  },
  operations,
)
