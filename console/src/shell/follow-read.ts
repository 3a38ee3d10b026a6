import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Has a form on a page begin anew with what is read again (Refresh, or coming back to the page), unless something in it
 * is changed: then the change is kept, and what was read is taken once it is given up.
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
