import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AuditLogEntry, AuditLogEntryResultsPage } from '~/api/types.gen.ts'
import { actWords } from '~/shell/history/act-words.ts'
import { readState } from '~/shell/reads.ts'
import { Card } from '~/ui/card.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { RelativeTime } from '~/ui/time.tsx'

const wordsOf = ({ operation, outcome }: Pick<AuditLogEntry, 'operation' | 'outcome'>) =>
  actWords({ operation, outcome: outcome === 'success' ? 'done' : 'refused' })

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
        {query.data.items.map(({ id, actorName, targetName, timestamp, ...entry }) => (
          <li key={id} className="flex gap-3 px-4 py-2.5">
            <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <Link
                to="/system/audit-log/$entry"
                params={{ entry: id }}
                className="font-medium text-accent hover:underline"
              >
                {wordsOf(entry)}
              </Link>{' '}
              {targetName} {actorName && <span className="text-ink-2">by {actorName}</span>}
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
