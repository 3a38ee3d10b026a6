import { useNavigate, useRouter } from '@tanstack/react-router'
import { endOf } from './began-on.ts'
import type { Path } from './path.ts'

/** Navigates from a panel to the page under it, which keeps its sort, search and place. */
export function useClosePanel(to: Path): () => Promise<void> {
  const end = useEndEdit(to)
  return () => end()
}

/** As `useClosePanel`; an edit that began on its thing's page ends there. @param name of the thing after the edit */
export function useEndEdit(to: Path): (name?: string) => Promise<void> {
  const navigate = useNavigate()
  const { history } = useRouter()
  return (name) => {
    const { beganOn } = history.location.state
    return beganOn
      ? navigate({ to: endOf(beganOn, name), search: beganOn.search, replace: true })
      : navigate({ to, search: true, state: true, replace: true })
  }
}
