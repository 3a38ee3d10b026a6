import { type RefObject, useEffect, useRef } from 'react'
import { asFailure } from '~/lib/errors.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { isNotFound, type ReadFailure, StaleNote } from '~/ui/read-failure.tsx'
import { type Crumb, useTrail } from '../paths/crumbs.ts'

/** The thing of the page that a refresh did not find, and the list that it was in. Undefined for other things. */
export function findGone(trail: readonly Crumb[], error: unknown): { name: string; list: Crumb } | undefined {
  if (!isNotFound(error)) return undefined
  const { selector } = asFailure(error)
  const at = trail.findLastIndex(({ label, to }) => label === selector || to.endsWith(`/${selector}`))
  const list = trail[at - 1]
  return list && { name: trail[at]!.label, list }
}

/** Beside a page's title whose refresh found nothing. Where the page's own thing is gone, it leads to the list. */
export default function GoneNote({ failure }: { failure: ReadFailure }) {
  const gone = findGone(useTrail(), failure.error)
  return gone ? <GoneFromPage {...gone} /> : <StaleNote failure={failure} />
}

/** All of the page but an element and those around it. */
function besides(element: Element): Element[] {
  const around = element.parentElement
  if (!around?.closest('main')) return []
  return [...[...around.children].filter((each) => each !== element), ...besides(around)]
}

/** Disables what the page shows of the thing and offers for it, but Refresh. Any page's header can have this note. */
function useRestDisabled(note: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const header = note.current!.parentElement!
    const rest = [...besides(header), ...header.querySelectorAll('.page-actions > :not([data-hotkey=r])')]
    for (const element of rest) element.setAttribute('inert', '')
    return () => rest.forEach((element) => element.removeAttribute('inert'))
  }, [note])
}

function GoneFromPage({ name, list }: { name: string; list: Crumb }) {
  const note = useRef<HTMLSpanElement>(null)
  useRestDisabled(note)
  return (
    <span ref={note} role="status" className="inline-flex flex-wrap items-center gap-x-2 text-sm text-bad">
      {name} no longer exists. It was deleted or renamed.
      <ButtonLink to={list.to} size="sm">
        Go to {list.label}
      </ButtonLink>
    </span>
  )
}
