import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import { failureOf } from '../page/reads.ts'
import { useSeen } from '../page/use-seen.ts'
import type { Path } from '../paths/path.ts'

interface CountCellProps<T, K extends QueryKey> {
  /** As the list has it. Without it, the count is read once the row is in view. */
  known?: number | undefined
  query: UseQueryOptions<T, Error, T, K>
  count: (answer: T) => number
  /** The page that lists them. */
  to?: Path
}

export function CountCell<T, K extends QueryKey>({ known, query, count, to }: CountCellProps<T, K>) {
  const cell = useRef<HTMLSpanElement>(null)
  const seen = useSeen(cell)
  const asked = useQuery({ ...query, enabled: seen && known === undefined })
  const value = known ?? (asked.data === undefined ? undefined : count(asked.data))
  return (
    <span ref={cell} className="inline-flex min-h-5 items-center tabular-nums">
      <SecondaryCell value={value} failure={known === undefined ? failureOf(asked) : undefined}>
        {(number) =>
          to ? (
            <Link to={to} className="text-accent hover:underline">
              {number}
            </Link>
          ) : (
            number
          )
        }
      </SecondaryCell>
    </span>
  )
}
