import { Popover } from '@base-ui/react/popover'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'
import { useNow } from '~/lib/clock.ts'
import { compactAge } from '~/lib/format/time.ts'
import { useStore } from '~/lib/store.ts'
import { type BulkRun, bulkRuns, openRun, outcomeText } from '~/table/bulk-runs.ts'
import { ToneMark, type Tone } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { RelativeTime } from '~/ui/time.tsx'
import { type Activity, type ActivityStatus, clearFinished, markActivitySeen, useActivity } from './activity.ts'
import { jobViewOf, openJob } from './jobs.ts'

interface ActivityListProps {
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** What this browser has started, newest first. */
export default function ActivityList({ anchor, onClose }: ActivityListProps) {
  const entries = useActivity()
  const runs = useStore(bulkRuns)
  useEffect(markActivitySeen, [entries])
  const clear = () => {
    clearFinished()
    bulkRuns.set((now) => now.filter((run) => run.state.get().phase === 'running'))
  }
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="end" sideOffset={6} collisionPadding={8} className="z-40">
          <Popover.Popup
            finalFocus={anchor}
            className="popup flex max-h-[min(32rem,var(--available-height))] w-[min(24rem,calc(100vw-1rem))] animate-rise flex-col outline-none"
          >
            <div className="flex min-h-12 items-center gap-2 border-b border-line px-4">
              <Popover.Title className="flex-1 font-semibold">Activity</Popover.Title>
              {entries.length + runs.length > 0 && (
                <Button size="sm" variant="quiet" onClick={clear}>
                  Clear finished
                </Button>
              )}
            </div>
            {entries.length + runs.length === 0 ? (
              <p className="px-4 py-6 text-ink-2">Tasks that you start in this browser appear here.</p>
            ) : (
              <ul className="min-h-0 overflow-y-auto py-1">
                {runs.toReversed().map((run) => (
                  <RunEntry key={run.id} run={run} onOpen={onClose} />
                ))}
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} onFollow={onClose} />
                ))}
              </ul>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const tone: Record<ActivityStatus, Tone> = {
  running: 'busy',
  done: 'ok',
  failed: 'bad',
  partly: 'odd',
  cancelled: 'idle',
}
const word: Record<ActivityStatus, string> = {
  running: 'running',
  done: 'done',
  failed: 'failed',
  partly: 'partly done',
  cancelled: 'cancelled',
}

function Entry({ entry, onFollow }: { entry: Activity; onFollow: () => void }) {
  const { id, verb, name, to, status, startedAt, endedAt, message, steps } = entry
  const view = jobViewOf(id)
  return (
    <Line tone={tone[status]}>
      <p className="[overflow-wrap:anywhere]">
        {verb}{' '}
        {view ? (
          <button
            type="button"
            className="text-left font-medium text-accent hover:underline"
            onClick={() => {
              onFollow()
              openJob.set(view)
            }}
          >
            {name}
          </button>
        ) : to ? (
          <Link to={to} onClick={onFollow} className="font-medium text-accent hover:underline">
            {name}
          </Link>
        ) : (
          <b className="font-medium">{name}</b>
        )}
      </p>
      <p className="text-sm text-ink-3">
        {word[status]} · started <RelativeTime date={new Date(startedAt)} /> ago ·{' '}
        <Duration from={startedAt} to={endedAt} />
      </p>
      {message && <p className={`text-sm ${status === 'failed' ? 'text-bad' : 'text-ink-2'}`}>{message}</p>}
      {steps && <p className="text-sm text-ink-2">{steps.join(' · ')}</p>}
    </Line>
  )
}

function RunEntry({ run, onOpen }: { run: BulkRun; onOpen: () => void }) {
  const { phase, counts } = useStore(run.state)
  if (phase === 'asking') return null
  const status: ActivityStatus =
    phase === 'running' ? 'running' : counts.failed === 0 ? 'done' : counts.done === 0 ? 'failed' : 'partly'
  return (
    <Line tone={tone[status]}>
      <button
        type="button"
        className="text-left font-medium text-accent hover:underline"
        onClick={() => {
          openRun.set(run)
          onOpen()
        }}
      >
        {run.title}
      </button>
      <p className="text-sm text-ink-3">
        {word[status]} · {outcomeText(counts)}
      </p>
    </Line>
  )
}

const Line = ({ tone: mark, children }: { tone: Tone; children: React.ReactNode }) => (
  <li translate="no" className="flex gap-2.5 px-4 py-2">
    <span className="flex h-5 items-center">
      <ToneMark tone={mark} />
    </span>
    <div className="min-w-0 flex-1">{children}</div>
  </li>
)

function Duration({ from, to }: { from: number; to?: number | undefined }) {
  const now = useNow()
  return <>{compactAge((to ?? now) - from)}</>
}
