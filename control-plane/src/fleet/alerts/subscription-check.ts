import { alertClasses } from '@skerry/contract/rules/alert-classes.ts'
import { invalidRequest, invalidValue } from '../../kernel/http/errors.ts'

const MAX_PER_RECEIVER = 64

/** @throws 400 for an unknown class, the class of probes, or too many subscriptions */
export function checkSubscriptions(patterns: readonly string[]): void {
  if (new Set(patterns).size > MAX_PER_RECEIVER)
    throw invalidRequest(`a receiver can have at most ${MAX_PER_RECEIVER} subscriptions`)
  for (const pattern of patterns) {
    if (pattern.includes('*')) continue
    const where = { given: { value: pattern } }
    if (pattern === 'probe') throw invalidValue('alert_class', '"probe" cannot be subscribed to', where)
    if (!alertClasses.some(({ name }) => name === pattern))
      throw invalidValue('alert_class', `there is no alert class "${pattern}"`, where)
  }
}
