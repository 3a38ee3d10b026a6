import { useNavigate } from '@tanstack/react-router'
import type { Path } from './path.ts'

/** Leads from a panel to the page under it, which keeps its sort, search and place. */
export function useClosePanel(to: Path): () => Promise<void> {
  const navigate = useNavigate()
  return () => navigate({ to, search: true, state: true, replace: true })
}
