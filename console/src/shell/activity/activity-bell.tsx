import { Bell } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { announce } from '~/lib/announce.ts'
import { useStore } from '~/lib/store.ts'
import { buttonClass } from '~/ui/button.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { useTooltip } from '~/ui/tooltip.tsx'
import { useMe } from '../access/session.ts'
import { activityOpen } from '../frame/keys.ts'
import { type Activity, startActivity, useActivity } from './activity.ts'

const ActivityList = lazyPart(() => import('./activity-list.tsx'), 'ahead')

/** The number of running operations, a dot for an unseen failure, and the list of both. */
export function ActivityBell() {
  const { id } = useMe()
  useEffect(() => startActivity(id), [id])
  const entries = useActivity()
  useAnnounceEnds(entries)
  const open = useStore(activityOpen)
  const button = useRef<HTMLButtonElement>(null)
  const running = entries.filter((entry) => entry.status === 'running').length
  const failed = entries.some((entry) => entry.status === 'failed' && !entry.seen)
  const { onPointerEnter, onFocus, ...tooltip } = useTooltip('Activity')
  const state = [running > 0 && `${running} running`, failed && 'something failed'].filter(Boolean).join(', ')
  return (
    <>
      <button
        ref={button}
        type="button"
        {...tooltip}
        aria-label={state ? `Activity: ${state}` : 'Activity'}
        aria-haspopup="dialog"
        aria-expanded={open}
        className={buttonClass({ square: true }, 'relative')}
        onPointerEnter={(event) => {
          ActivityList.prefetch()
          onPointerEnter?.(event)
        }}
        onFocus={(event) => {
          ActivityList.prefetch()
          onFocus?.(event)
        }}
        onClick={() => activityOpen.set(true)}
      >
        <Bell />
        {running > 0 && (
          <span className="absolute -top-1.5 -right-1.5 grid h-4 min-w-4 place-items-center rounded-full bg-accent-fill px-1 text-2xs/4 font-semibold text-accent-ink tabular-nums">
            {running}
          </span>
        )}
        {failed && (
          <span className={`absolute -right-1 size-2.5 rounded-full bg-bad ${running > 0 ? '-bottom-1' : '-top-1'}`} />
        )}
      </button>
      {open && (
        <PartBoundary onFailed={() => activityOpen.set(false)}>
          <ActivityList anchor={button} onClose={() => activityOpen.set(false)} />
        </PartBoundary>
      )}
    </>
  )
}

const outcomes = { done: 'done', failed: 'failed', partly: 'partly done', cancelled: 'cancelled' }

/** Announces to screen readers how running work ended: its page may not be on screen. */
function useAnnounceEnds(entries: readonly Activity[]): void {
  const running = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, status, verb, name, message } of entries)
      if (status !== 'running' && running.current.has(id))
        announce([`${verb} ${name}: ${outcomes[status]}`, message].filter(Boolean).join('. '))
    running.current = new Set(entries.filter(({ status }) => status === 'running').map(({ id }) => id))
  }, [entries])
}
