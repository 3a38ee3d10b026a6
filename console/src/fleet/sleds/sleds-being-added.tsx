import { useQuery } from '@tanstack/react-query'
import { StateBadge } from '~/ui/badge.tsx'
import { RelativeTime } from '~/ui/time.tsx'
import { uninitializedSledsQuery } from './queries.ts'

/** Since when a sled is being added. */
export const BeingAdded = ({ since }: { since: Date }) => (
  <StateBadge state="adding" label="Being added" tone="busy" note={<RelativeTime date={since} />} />
)

/** Sleds that are not listed yet because they are being added. */
export function SledsBeingAdded() {
  const sleds = useQuery({ ...uninitializedSledsQuery, refetchInterval: 10_000 })
  const adding = sleds.data?.filter(({ timeAdding }) => timeAdding) ?? []
  if (adding.length === 0) return null
  return (
    <ul aria-label="Sleds being added" className="mb-3 flex flex-col gap-1">
      {adding.map(({ baseboard: { serial }, cubby, timeAdding }) => (
        <li key={serial} className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="text-mono">{serial}</span>
          <span className="text-ink-3">cubby {cubby}</span>
          {timeAdding && <BeingAdded since={timeAdding} />}
        </li>
      ))}
    </ul>
  )
}
