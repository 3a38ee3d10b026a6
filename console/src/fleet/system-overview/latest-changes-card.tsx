import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AuditLogEntry, AuditLogEntryResultsPage } from '~/api/types.gen.ts'
import { actWords } from '~/shell/history/act-words.ts'
import { RecentActivityCard } from '~/shell/page/recent-activity-card.tsx'

const wordsOf = ({ operation, outcome }: AuditLogEntry) =>
  actWords({ operation, outcome: outcome === 'success' ? 'done' : 'refused' })

/** The latest entries of the audit log. */
export const LatestChangesCard = ({ query }: { query: UseQueryResult<AuditLogEntryResultsPage> }) => (
  <RecentActivityCard
    query={query}
    renderSentence={(entry) => (
      <>
        <Link
          to="/system/audit-log/$entry"
          params={{ entry: entry.id }}
          className="font-medium text-accent hover:underline"
        >
          {wordsOf(entry)}
        </Link>{' '}
        {entry.targetName} {entry.actorName && <span className="text-ink-2">by {entry.actorName}</span>}
      </>
    )}
    link={
      <Link to="/system/audit-log" className="text-accent hover:underline">
        Audit log
      </Link>
    }
  />
)
