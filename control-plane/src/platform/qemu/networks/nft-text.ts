import { addressText, type Range } from './addresses.ts'

const TABLE = 'skerry'

const rangeText = (first: string, last: string) => (first === last ? first : `${first}-${last}`)

export const addressRanges = (ranges: readonly Range[], family: 4 | 6): string[] =>
  ranges.map(({ first, last }) => rangeText(addressText(first, family), addressText(last, family)))

export const numberRanges = (ranges: readonly { first: bigint | number; last: bigint | number }[]): string[] =>
  ranges.map(({ first, last }) => rangeText(`${first}`, `${last}`))

/** nft refuses an empty list, so an empty set has no `elements`. */
export const elementsText = (elements: readonly string[]) =>
  elements.length ? `elements = { ${elements.join(', ')} }` : ''

/** A set, or a map if `type` names one. */
export const setText = (
  kind: 'set' | 'map',
  name: string,
  type: string,
  elements: readonly string[],
  flags: '' | 'interval' = '',
): string => `  ${kind} ${name} { type ${type}; ${flags && `flags ${flags};`} ${elementsText(elements)} }`

export const chainText = (name: string, hook: string, lines: readonly string[]): string =>
  [`  chain ${name} {`, ...(hook ? [`    ${hook}`] : []), ...lines.map((line) => `    ${line}`), '  }'].join('\n')

/** The text that replaces or creates a table in one transaction. Tracked connections stay tracked. */
export const tableText = (family: 'inet' | 'bridge', parts: readonly string[], table = TABLE): string =>
  [`table ${family} ${table}`, `delete table ${family} ${table}`, `table ${family} ${table} {`, ...parts, '}', ''].join(
    '\n',
  )
