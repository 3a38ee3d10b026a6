import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/**
 * For the effect of a late answer, such as a navigation: the user may be elsewhere by now. @returns whether the page
 * is still the one of this moment
 */
export function stillOnPage(pathNow: () => string = () => location.pathname): () => boolean {
  const start = pathNow()
  return () => pathNow() === start
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
  // While the question about leaving is open after Back, the window already has the address of the other page.
  const [isOnPage] = useState(() => stillOnPage(() => router.history.location.pathname))
  const [isHere] = useState(() => () => isMounted.current && isOnPage())
  return isHere
}
