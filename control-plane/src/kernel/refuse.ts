import type { StateRule } from '@skerry/contract/rules/states.ts'
import { invalidRequest, unavailable } from './errors.ts'

/** @throws 400 with the rule's sentence when the state forbids it, 503 when the state passes by itself */
export function refuseUnless<State extends string, Thing>(rule: StateRule<State, Thing>, state: State): void {
  if (rule.wait.includes(state)) throw unavailable()
  const refusal = rule.refusal(state)
  if (refusal) throw invalidRequest(refusal)
}
