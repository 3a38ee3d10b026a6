import { useEffect, useState } from 'react'

interface FullScreen {
  on: boolean
  /** Undefined where the browser has none. */
  toggle: (() => void) | undefined
}

/** The page over the whole screen: all of it, so that menus and dialogs still show. */
export function useFullScreen(): FullScreen {
  const [on, setOn] = useState(false)
  useEffect(() => {
    const follow = () => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => {
      document.removeEventListener('fullscreenchange', follow)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    }
  }, [])
  const toggle = () => {
    // A browser that refuses stays as it is.
    const change = on ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    void change.catch(() => {})
  }
  return { on, toggle: document.fullscreenEnabled ? toggle : undefined }
}
