import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { isNotFound, type ReadFailure, StaleNote } from '~/ui/read-failure.tsx'

const GoneNote = lazyPart(() => import('./gone-note.tsx'))

/** Beside a page's title whose refresh failed. */
export function renderRefreshError(failure: ReadFailure) {
  const plain = <StaleNote failure={failure} />
  if (!isNotFound(failure.error)) return plain
  return (
    <PartBoundary quiet failed={plain}>
      <GoneNote failure={failure} />
    </PartBoundary>
  )
}
