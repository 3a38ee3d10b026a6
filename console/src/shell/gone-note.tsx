import { ButtonLink } from '~/ui/button.tsx'
import { messageOf } from '~/ui/errors.ts'
import { isNotFound, type ReadFailure, StaleNote } from '~/ui/read-failure.tsx'
import { type Crumb, useTrail } from './crumbs.ts'

/** The thing of the page that a refresh did not find, and the list that it was in. Undefined for other things. */
export function findGone(trail: readonly Crumb[], error: unknown): { name: string; list: Crumb } | undefined {
  if (!isNotFound(error)) return undefined
  const selector = /with (?:name|id) "([^"]+)"/.exec(messageOf(error))?.[1]
  const at = trail.findLastIndex(({ label, to }) => label === selector || to.endsWith(`/${selector}`))
  const list = trail[at - 1]
  return list && { name: trail[at]!.label, list }
}

/** Beside a page's title whose refresh found nothing. Where the page's own thing is gone, it leads to the list. */
export default function GoneNote({ failure }: { failure: ReadFailure }) {
  const gone = findGone(useTrail(), failure.error)
  if (!gone) return <StaleNote failure={failure} />
  return (
    <span role="status" className="inline-flex flex-wrap items-center gap-x-2 text-sm text-bad">
      {gone.name} no longer exists. It was deleted or renamed.
      <ButtonLink to={gone.list.to} size="sm">
        Go to {gone.list.label}
      </ButtonLink>
    </span>
  )
}
