// Generated from spec/openapi.yaml by `npm run generate`; do not edit.

import type { Validators } from '../schemas/validator.ts'

export declare const generatedValidators: Validators
