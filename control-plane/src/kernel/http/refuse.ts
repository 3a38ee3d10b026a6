import type { StateRule } from '@skerry/contract/rules/states.ts'
import { invalidRequest, unavailable } from './errors.ts'

/** @throws 400 with the rule's message if it forbids the action, 503 if the state is temporary */
export function refuseUnless<State extends string, Thing>(rule: StateRule<State, Thing>, thing: State | Thing): void {
  const state = rule.stateOf(thing)
  const { kind } = rule
  if (rule.wait.includes(state)) throw unavailable(`it is still ${state}`).concerning({ kind })
  const refusal = rule.refusal(thing)
  if (refusal) throw invalidRequest(refusal).concerning({ kind })
}
