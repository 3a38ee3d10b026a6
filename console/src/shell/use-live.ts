import { useEffect } from 'react'
import { whenIdle } from '~/ui/when-idle.ts'
import { useMe } from './session.ts'

/** Keeps what is on screen up to date by the event stream, from when the first page is shown. Without it pages poll. */
export function useLive(): void {
  const { id } = useMe()
  useEffect(() => {
    const watching = Promise.withResolvers<() => void>()
    const cancel = whenIdle(() => {
      const begun = import('./live/watch-changes.ts').then(({ watchChanges }) => watchChanges(id))
      begun.then(watching.resolve, () => watching.resolve(() => {}))
    })
    return () => {
      cancel()
      void watching.promise.then((end) => end())
    }
  }, [id])
}
