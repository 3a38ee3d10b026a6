import { useEffect } from 'react'
import { whenIdle } from '~/lib/when-idle.ts'
import { prefetchAhead } from '~/ui/lazy-part.tsx'

/**
 * Fetches the code of menus and dialogs that the buttons of any page open, once the page is painted and the browser
 * idle. That of other pages waits for a hover, a focus or a touch of their links, as their data does.
 */
export const useCodeAhead = (): void => useEffect(() => whenIdle(() => void prefetchAhead()), [])
