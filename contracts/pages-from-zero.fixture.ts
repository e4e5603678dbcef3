import type { Contract } from './contract.ts'
import { contract } from './generated/contract.ts'

/** A document whose first page is number zero, as an overlay may say. */
export const fromZero: Contract = {
  ...contract,
  operations: contract.operations.map((operation) => {
    const { pagination, body } = operation
    if (!pagination || !body) return operation
    const fields = body.fields.map((field) => (`/${field.name}` === pagination.page.request ? { ...field, value: { value: 0 } } : field))
    return { ...operation, body: { ...body, fields }, pagination: { ...pagination, page: { ...pagination.page, first: 0 } } }
  }),
}
