import { useEffect } from 'react'
import { queryClient } from '~/api/query-client.ts'
import { whenIdle } from '~/lib/when-idle.ts'
import { useMe } from '../access/session.ts'

/** Between the first paint and the stream, which reports what changed in the meantime too. */
const AFTER_PAGE_MS = 1500

/**
 * Keeps what is on screen up to date by the event stream, which is opened once the page has read all it needs: it takes
 * a connection. Without a stream pages poll.
 */
export function useLive(): void {
  const { id } = useMe()
  useEffect(() => {
    const watching = Promise.withResolvers<() => void>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      if (queryClient.isFetching() > 0) return wait()
      const begun = import('./watch-changes.ts').then(({ watchChanges }) => watchChanges(id))
      begun.then(watching.resolve, () => watching.resolve(() => {}))
    }
    const wait = () => void (timer = setTimeout(begin, AFTER_PAGE_MS))
    const cancel = whenIdle(wait)
    return () => {
      cancel()
      clearTimeout(timer)
      void watching.promise.then((end) => end())
    }
  }, [id])
}
