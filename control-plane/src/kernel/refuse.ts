import type { StateRule } from '@skerry/contract/rules/states.ts'
import { invalidRequest, unavailable } from './errors.ts'

/** @throws 400 with the rule's message if it forbids the action, 503 if the state is temporary */
export function refuseUnless<State extends string, Thing>(rule: StateRule<State, Thing>, thing: State | Thing): void {
  if (rule.wait.includes(rule.stateOf(thing))) throw unavailable()
  const refusal = rule.refusal(thing)
  if (refusal) throw invalidRequest(refusal)
}
