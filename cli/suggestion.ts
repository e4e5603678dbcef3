export { nearest } from '../suites/suggestion.ts'
