import { useEffect, useRef } from 'react'
import { announce } from '~/ui/announcer.tsx'
import type { Activity } from './activity.ts'

const outcomes = { done: 'done', failed: 'failed', partly: 'partly done' }

/** Has screen readers say how work ended that was on its way: its page may not be the one on screen. */
export function useAnnounceEnds(entries: readonly Activity[]): void {
  const running = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, status, verb, name, message } of entries)
      if (status !== 'running' && running.current.has(id))
        announce([`${verb} ${name}: ${outcomes[status]}`, message].filter(Boolean).join('. '))
    running.current = new Set(entries.filter(({ status }) => status === 'running').map(({ id }) => id))
  }, [entries])
}
