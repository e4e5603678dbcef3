// Generated from spec/openapi.yaml by `npm run generate`; do not edit.

import type { Contract } from '../contract.ts'
import json from './contract.json' with { type: 'json' }

export const contract = json as unknown as Contract
