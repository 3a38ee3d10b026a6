// TypeScript's libraries do not describe these two parts of JSON yet.
type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown
const { parse, rawJSON } = JSON as unknown as {
  parse: (text: string, reviver?: Reviver) => unknown
  rawJSON: (text: string) => unknown
}

// A reviver makes parsing several times slower, so only text with a number this long gets one.
const maybeBig = /\d{16}/
// The longest integers of the wire have 20 digits. Far longer ones are slow to convert and fit no schema.
const integer = /^-?\d{1,40}$/

const keepDigits: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && integer.test(source)
    ? BigInt(source)
    : value

/** Parses JSON; integers past 2^53 become bigints, exactly. Throws a SyntaxError on bad text. */
export const parseJson = (text: string): unknown => (maybeBig.test(text) ? parse(text, keepDigits) : parse(text))

const exactDigits = (_key: string, value: unknown) => (typeof value === 'bigint' ? rawJSON(value.toString()) : value)

/** Writes JSON; bigints become plain numbers, exactly. @param indent spaces per level; on one line without */
export function stringifyJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent)
  } catch {
    // The value holds a bigint. That is rare, and a replacer is slow since it is called for every value.
    return JSON.stringify(value, exactDigits, indent)
  }
}
