import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Restarts a form on a page with what is read again (Refresh, or returning to the page). A changed form keeps its
 * change, and takes the new values once the change is discarded.
 */
export function useFollowRead<T>(read: T, isDirty: boolean, startFrom: (read: T) => void): void {
  const taken = useRef(read)
  const follow = useEffectEvent(() => {
    if (isDirty || taken.current === read) return
    taken.current = read
    startFrom(read)
  })
  useEffect(() => follow(), [read, isDirty])
}
