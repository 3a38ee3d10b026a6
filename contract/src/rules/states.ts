/** The states in which an action is possible, shared by the control plane and the console. */
export interface StateRule<State extends string, Thing> {
  /** Whether the action is possible on this resource, or in this state. */
  (thing: State | Thing): boolean
  readonly states: readonly State[]
  /** States in which the action is a no-op: it is done already or running. */
  readonly noOp: readonly State[]
  /** Transitional states: the control plane answers 503. */
  readonly wait: readonly State[]
  /** The rule as a sentence: "Only an attached or detached disk can be snapshotted". */
  readonly sentence: string
  /** Why the action is not possible, naming what another request is doing; undefined when it is possible. */
  refusal: (thing: State | Thing) => string | undefined
}

interface Wording<State> {
  noOp?: readonly State[]
  wait?: readonly State[]
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
  (states: readonly State[], verb: string, { noOp = [], wait = [] }: Wording<State> = {}): StateRule<State, Thing> => {
    const words = states.map(inWords)
    const sentence = `Only ${article(words[0] ?? kind)} ${joined(words)} ${kind} ${verb}`
    const stateIn = (thing: State | Thing) => (typeof thing === 'string' ? (thing as State) : stateOf(thing as Thing))
    const allows = (thing: State | Thing) => states.includes(stateIn(thing))
    const refusal = (thing: State | Thing) => {
      if (allows(thing)) return undefined
      const busy = underWay[stateIn(thing)]
      return busy ? `${sentence}: this one is ${busy} by another request, try again when that is done` : sentence
    }
    return Object.assign(allows, { states, noOp, wait, sentence, refusal })
  }
