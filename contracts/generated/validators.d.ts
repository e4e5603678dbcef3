// Generated from spec/openapi.yaml by `npm run generate`; do not edit.

import type { Validators } from '../schemas/validator.ts'

/** The validators of the committed document's successes. */
export declare const generatedValidators: Validators
