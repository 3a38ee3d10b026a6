/** The states in which an action is possible, shared by the control plane and the console. */
export interface StateRule<State extends string, Thing> {
  /** Whether the action is possible on this resource, or in this state. */
  (thing: State | Thing): boolean
  readonly states: readonly State[]
  /** The kind of the resource, as errors name it: `support-bundle`. */
  readonly kind: string
  stateOf: (thing: State | Thing) => State
  /** States in which the action is a no-op: it is done already or running. */
  readonly noOp: readonly State[]
  /** Transitional states: the control plane answers 503. */
  readonly wait: readonly State[]
  /** The rule as a sentence: "Only an attached or detached disk can be snapshotted". */
  readonly sentence: string
  /** Why the action is not possible, naming what another request is doing; undefined when it is possible. */
  refusal: (thing: State | Thing) => string | undefined
}

interface Conditions<State, Thing> {
  noOp?: readonly State[]
  wait?: readonly State[]
  /** Why the action is not possible in any state; undefined where the state decides. */
  unless?: (thing: Thing) => string | undefined
}

const inWords = (state: string) => state.replaceAll('_', ' ')
const article = (word: string) => (/^[aeiou]/.test(word) ? 'an' : 'a')

/** `creating, detached or faulted` from a list of states. */
const joined = (states: readonly string[]) =>
  states.length < 2 ? states.join('') : `${states.slice(0, -1).join(', ')} or ${states.at(-1)}`

/** Returns a factory of rules for one kind of resource. */
export const stateRules =
  <State extends string, Thing>(
    kind: string,
    stateOf: (thing: Thing) => State,
    /** What another request does to a resource in a transitional state: `being attached`. */
    underWay: Partial<Record<State, string>> = {},
  ) =>
  (
    states: readonly State[],
    verb: string,
    { noOp = [], wait = [], unless }: Conditions<State, Thing> = {},
  ): StateRule<State, Thing> => {
    const words = states.map(inWords)
    const sentence = `Only ${article(words[0] ?? kind)} ${joined(words)} ${kind} ${verb}`
    const stateIn = (thing: State | Thing) => (typeof thing === 'string' ? (thing as State) : stateOf(thing as Thing))
    const refusal = (thing: State | Thing) => {
      const reason = typeof thing === 'string' ? undefined : unless?.(thing as Thing)
      if (reason !== undefined) return reason
      const state = stateIn(thing)
      if (states.includes(state)) return undefined
      const busy = underWay[state]
      return busy ? `${sentence}: this one is ${busy} by another request, try again when that is done` : sentence
    }
    const allows = (thing: State | Thing) => refusal(thing) === undefined
    return Object.assign(allows, {
      states,
      kind: kind.replaceAll(' ', '-'),
      stateOf: stateIn,
      noOp,
      wait,
      sentence,
      refusal,
    })
  }
