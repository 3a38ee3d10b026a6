import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AuditLogEntryResultsPage } from '~/api/types.gen.ts'
import { readState } from '~/shell/reads.ts'
import { Card } from '~/ui/card.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { RelativeTime } from '~/ui/time.tsx'

/** The latest entries of the audit log. */
export const LatestChangesCard = ({ query }: { query: UseQueryResult<AuditLogEntryResultsPage> }) => (
  <Card
    title="Recent activity"
    read={readState(query)}
    actions={
      <Link to="/system/audit-log" className="text-accent hover:underline">
        Audit log
      </Link>
    }
  >
    {query.data === undefined ? (
      <div className="p-4">
        <Skeleton />
      </div>
    ) : query.data.items.length === 0 ? (
      <p className="px-4 py-3 text-ink-2">Nothing has happened yet.</p>
    ) : (
      <ul className="divide-y divide-line">
        {query.data.items.map(({ id, operation, outcome, actorName, targetName, timestamp }) => (
          <li key={id} className="flex gap-3 px-4 py-2.5">
            <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <Link
                to="/system/audit-log/$entry"
                params={{ entry: id }}
                className="text-mono text-accent hover:underline"
              >
                {operation}
              </Link>{' '}
              <span className="text-ink-2">
                {targetName} {actorName && `by ${actorName}`}
                {outcome !== 'success' && `, ${outcome}`}
              </span>
            </p>
            <span className="flex-none text-sm text-ink-3">
              <RelativeTime date={timestamp} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </Card>
)
