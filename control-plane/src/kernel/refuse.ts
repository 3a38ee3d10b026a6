import type { StateRule } from '@skerry/contract/rules/states.ts'
import { invalidRequest, unavailable } from './errors.ts'

/** @throws 400 with the rule's message if the state forbids it, 503 if the state is temporary */
export function refuseUnless<State extends string, Thing>(rule: StateRule<State, Thing>, state: State): void {
  if (rule.wait.includes(state)) throw unavailable()
  const refusal = rule.refusal(state)
  if (refusal) throw invalidRequest(refusal)
}
