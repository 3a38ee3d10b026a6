import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSeen } from '~/shell/use-seen.ts'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import type { Group } from './kinds.ts'
import { rowMembersQuery } from './queries.ts'

/** How many members a group has, asked for once its row is in view. */
export function MembersCell({ group: { kind, id } }: { group: Group }) {
  const cell = useRef<HTMLSpanElement>(null)
  const { data, isError } = useQuery({ ...rowMembersQuery(kind, id), enabled: useSeen(cell) })
  return (
    <span ref={cell} className="inline-flex min-h-5 items-center tabular-nums">
      <SecondaryCell value={isError ? null : data?.length}>{(count) => count}</SecondaryCell>
    </span>
  )
}
