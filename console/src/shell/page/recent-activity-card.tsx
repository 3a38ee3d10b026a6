import type { ReactNode } from 'react'
import { Card } from '~/ui/card.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { RelativeTime } from '~/ui/time.tsx'
import { type Read, readState } from './reads.ts'

interface RecentActivityCardProps<T> {
  /** The latest entries of a history. */
  query: Read & { data: { items: readonly T[] } | undefined }
  /** Who did what in an entry. */
  renderSentence: (entry: T) => ReactNode
  /** A link to the whole history. */
  link: ReactNode
}

/** What was done last, as sentences with their times. */
export const RecentActivityCard = <T extends { id: string; timestamp: Date }>({
  query,
  renderSentence,
  link,
}: RecentActivityCardProps<T>) => (
  <Card title="Recent activity" read={readState(query)} actions={link}>
    {query.data === undefined ? (
      <div className="p-4">
        <Skeleton />
      </div>
    ) : query.data.items.length === 0 ? (
      <p className="px-4 py-3 text-ink-2">Nothing has happened yet.</p>
    ) : (
      <ul className="divide-y divide-line">
        {query.data.items.map((entry) => (
          <li key={entry.id} className="flex gap-3 px-4 py-2.5">
            <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">{renderSentence(entry)}</p>
            <span className="flex-none text-sm text-ink-3">
              <RelativeTime date={entry.timestamp} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </Card>
)
