import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/**
 * For what a late answer would do, such as leading on: who did not wait for it may be elsewhere by now.
 * @returns whether the page is still the one of this moment
 */
export function stillOnPage(pathNow: () => string = () => location.pathname): () => boolean {
  const begun = pathNow()
  return () => pathNow() === begun
}

/** The same for a component: whether it is mounted, and on the page where it was mounted. */
export function useStillHere(): () => boolean {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const router = useRouter()
  // While the question about leaving is open after Back, the window's address is another page's already.
  const [isOnPage] = useState(() => stillOnPage(() => router.history.location.pathname))
  const [isHere] = useState(() => () => isMounted.current && isOnPage())
  return isHere
}
