/** ms since 1970. */
export interface Span {
  from: number
  to: number
}

export const intervals = [
  { seconds: 0, label: 'Off' },
  { seconds: 10, label: '10 s' },
  { seconds: 60, label: '1 min' },
  { seconds: 120, label: '2 min' },
  { seconds: 300, label: '5 min' },
] as const

/** Seconds between readings; 0 is off. */
export type Interval = (typeof intervals)[number]['seconds']

/** Whether something is read again after so many seconds. */
export const isRepeated = (every: unknown): every is Exclude<Interval, 0> =>
  intervals.some(({ seconds }) => seconds !== 0 && seconds === every)
