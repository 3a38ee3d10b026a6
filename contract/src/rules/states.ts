/** A rule on the states in which something can be done, shared by the control plane and the console. */
export interface StateRule<State extends string, Thing> {
  /** Whether it can be done to this thing, or in this state. */
  (thing: State | Thing): boolean
  readonly states: readonly State[]
  /** States in which asking for it succeeds and changes nothing, since it is done or under way. */
  readonly noOp: readonly State[]
  /** States that pass by themselves: the control plane answers 503, try again. */
  readonly wait: readonly State[]
  /** The rule as a sentence: "Only an attached or detached disk can be snapshotted". */
  readonly sentence: string
  /** The sentence when it cannot be done, with who is in the way when another request is; nothing when it can. */
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

/** Makes the rules of one kind of thing from how its state is read and what it is called. */
export const stateRules =
  <State extends string, Thing>(
    kind: string,
    stateOf: (thing: Thing) => State,
    /** What another request does to a thing in a state that ends by itself: `being attached`. */
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
