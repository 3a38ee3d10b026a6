import { type RegisteredRouter, useNavigate, useRouter } from '@tanstack/react-router'
import { endOf } from './began-on.ts'
import type { Path } from './path.ts'
import { shownPaths } from './shown-paths.ts'

/** Navigates from a panel to the page under it, which keeps its sort, search and place. */
export function useClosePanel(to: Path): () => Promise<void> {
  const end = useEndEdit(to)
  return () => end()
}

/** As `useClosePanel`; an edit that began on its thing's page ends there. @param name of the thing after the edit */
export function useEndEdit(to: Path): (name?: string) => Promise<void> {
  const navigate = useNavigate()
  const router = useRouter()
  return (name) => {
    const { beganOn, __TSR_index: index } = router.history.location.state
    const below = beganOn ? endOf(beganOn, name) : to
    // While the question about leaving is open after Back, the window is at another entry already.
    const isHere = (window.history.state as { __TSR_index?: number } | null)?.__TSR_index === index
    // A second entry of the page below would make Back seem to do nothing.
    if (isHere && shownPaths[index - 1] === router.buildLocation({ to: below }).pathname) return goBack(router)
    return beganOn
      ? navigate({ to: below, search: beganOn.search, replace: true })
      : navigate({ to: below, search: true, state: true, replace: true })
  }
}

let returning: Promise<void> | undefined

/** Goes back one entry, however often it is called until that entry is shown. */
const goBack = (router: Pick<RegisteredRouter, 'history' | 'subscribe'>): Promise<void> =>
  (returning ??= new Promise((resolve) => {
    const stop = router.subscribe('onResolved', () => {
      stop()
      returning = undefined
      resolve()
    })
    router.history.back({ ignoreBlocker: true })
  }))
