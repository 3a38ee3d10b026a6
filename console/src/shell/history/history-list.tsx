import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { Button } from '~/ui/button.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { ReadFailureNotice, StaleNote } from '~/ui/read-failure.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { readState } from '../page/reads.ts'
import { kindWords } from './act-words.ts'
import { Entry } from './history-entry.tsx'
import { historyQuery, type HistorySource } from './history-query.ts'

interface HistoryListProps {
  source: HistorySource
  /** Shows the history of one thing that an entry names. */
  onNarrow?: (target: string) => void
  /** Nothing around it says that a refresh failed. */
  saysStale?: boolean
}

/** What was done and what happened, newest first; older entries on request. */
export function HistoryList({ source, onNarrow, saysStale }: HistoryListProps) {
  const query = useInfiniteQuery(historyQuery(source))
  const { failure, stale } = readState(query)
  if (failure) return <ReadFailureNotice what="The history" failure={failure} />
  if (!query.data) return <Waiting />
  const entries = query.data.pages.flatMap(({ items }) => items)
  if (!entries.length)
    return (
      <EmptyState
        icon={<History />}
        title="No history"
        body="Whatever is done from now on is shown here for 90 days."
      />
    )
  // A panel from the menu of a row has nothing around it that says whose history this is.
  const whose = entries.find(({ target }) => source.target !== undefined && target === source.target)
  return (
    <>
      {whose?.targetName && (
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          {kindWords(whose.targetKind ?? '')} <b className="font-medium text-ink">{whose.targetName}</b>
          {whose.targetDeleted && ' (deleted)'}
        </p>
      )}
      {saysStale && stale && !query.isFetchNextPageError && <StaleNote failure={stale} />}
      <ol aria-label="History" className="flex flex-col rounded-lg border border-line bg-surface">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} target={source.target} {...(onNarrow && { onNarrow })} />
        ))}
      </ol>
      {query.isFetchNextPageError && (
        <ReadFailureNotice
          what="Older entries"
          failure={{ error: query.error, retry: () => void query.fetchNextPage() }}
        />
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <Button className="self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  )
}

const Waiting = () => (
  <div role="status" aria-label="Loading history" className="flex flex-col gap-3">
    {[0, 1, 2].map((row) => (
      <Skeleton key={row} width="100%" />
    ))}
  </div>
)
