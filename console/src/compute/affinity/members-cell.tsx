import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { failureOf } from '~/shell/reads.ts'
import { useSeen } from '~/shell/use-seen.ts'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import type { Group } from './kinds.ts'
import { rowMembersQuery } from './queries.ts'

/** How many members a group has, asked for once its row is in view. */
export function MembersCell({ group: { kind, id } }: { group: Group }) {
  const cell = useRef<HTMLSpanElement>(null)
  const isSeen = useSeen(cell)
  const members = useQuery({ ...rowMembersQuery(kind, id), enabled: isSeen })
  return (
    <span ref={cell} className="inline-flex min-h-5 items-center tabular-nums">
      <SecondaryCell value={members.data?.length} failure={failureOf(members)}>
        {(count) => count}
      </SecondaryCell>
    </span>
  )
}
