import { plural } from '~/lib/format/numbers.ts'

/** Units of a span, the longest first. */
export const units = { day: 86_400, hour: 3600, minute: 60, second: 1 } as const
export type Unit = keyof typeof units

/** The most seconds that the API takes. */
export const mostSeconds = 2 ** 32 - 1

/** The longest life of a token, as a form has it. */
export interface TokenLife {
  limited: boolean
  count: number | null
  unit: Unit
}

/** In the longest unit that leaves no rest. No limit begins at 30 days, should one be set. */
export function lifeOf(seconds: number | null | undefined): TokenLife {
  if (seconds === null || seconds === undefined) return { limited: false, count: 30, unit: 'day' }
  const unit = (Object.keys(units) as Unit[]).find((each) => seconds % units[each] === 0) ?? 'second'
  return { limited: true, count: seconds / units[unit], unit }
}

/** As it is sent. */
export const secondsOf = ({ limited, count, unit }: TokenLife): number | null =>
  limited ? (count ?? 0) * units[unit] : null

export const lifeInWords = (seconds: number | null | undefined): string => {
  const { limited, count, unit } = lifeOf(seconds)
  return limited ? plural(count ?? 0, unit) : 'no limit'
}
