import { Link } from '@tanstack/react-router'
import { formatNumber } from '~/lib/format/numbers.ts'
import { StateBadge, type Tone } from '~/ui/badge.tsx'
import { RelativeTime } from '~/ui/time.tsx'
import type { Path } from '../paths/path.ts'

export interface StateCount {
  state: string
  count: number
  tone?: Tone
  /** Since when the first of them is in it; shown where they failed. */
  timeBegan?: Date
}

/** How many there are in all states. */
export const totalOf = (states: readonly StateCount[]): number => states.reduce((sum, { count }) => sum + count, 0)

interface CountTileProps {
  /** For one and for several: `Instance`, `Instances`. */
  labels: readonly [one: string, several: string]
  count: number
  /** Their list. */
  to: Path
  states?: readonly StateCount[]
  /** The list shows those in a state alone with `?state=`. */
  listsStates?: boolean
}

/** How many there are of something and in which states, as links to their list. */
export const CountTile = ({ labels: [one, several], count, to, states = [], listsStates = false }: CountTileProps) => (
  <section aria-label={several} className="h-full min-w-0 rounded-lg border border-line bg-surface px-4 py-3">
    <Link to={to} className="group inline-flex items-baseline gap-2 rounded-sm pointer-coarse:min-h-10">
      <span translate="no" className="text-xl font-semibold tabular-nums">
        {formatNumber(count)}
      </span>
      <span className="text-ink-2 group-hover:text-accent group-hover:underline">{count === 1 ? one : several}</span>
    </Link>
    {states.length > 0 && (
      <ul className="mt-1 flex flex-wrap gap-x-5">
        {states.map(({ timeBegan, ...inState }) => (
          <li key={inState.state} className="flex min-h-7 items-center gap-1.5 pointer-coarse:min-h-10">
            {listsStates ? (
              <Link
                to={to}
                search={{ state: inState.state }}
                className="inline-flex items-center gap-1.5 rounded-sm hover:underline"
              >
                <CountedState {...inState} />
              </Link>
            ) : (
              <CountedState {...inState} />
            )}
            {timeBegan && inState.state === 'failed' && (
              <small className="text-xs text-ink-3">
                for <RelativeTime date={timeBegan} />
              </small>
            )}
          </li>
        ))}
      </ul>
    )}
  </section>
)

const CountedState = ({ count, ...state }: StateCount) => (
  <>
    <StateBadge {...state} />
    <span translate="no" className="text-md text-ink-2 tabular-nums">
      {formatNumber(count)}
    </span>
  </>
)
