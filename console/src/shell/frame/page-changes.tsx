import { useMatches, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { announce } from '~/lib/announce.ts'
import { tabStorage } from '~/lib/browser-storage.ts'
import { pageOf, titleOf } from '../paths/crumbs.ts'

const storageKey = 'skerry.scroll'
const most = 200
const throttle = 125

const arrivalKey = 'skerry.arrival'

/** Makes the next page announce its title and take the focus, as after a change of page: after signing in. */
export const announceNextPage = (): void => void tabStorage.write(arrivalKey, 'yes')

function isArrival(): boolean {
  const is = tabStorage.read(arrivalKey) !== null
  if (is) tabStorage.write(arrivalKey, null)
  return is
}

type Positions = Record<string, number>

const readPositions = () => (tabStorage.readJson(storageKey) ?? {}) as Positions

function keepPosition(key: string, top: number): void {
  const { [key]: _, ...others } = readPositions()
  const kept = Object.entries({ ...others, [key]: top }).slice(-most)
  tabStorage.writeJson(storageKey, Object.fromEntries(kept))
}

/** At once it would lay the page out, and what other effects change would do so again. A field may take the focus first. */
function focusOncePainted(target: HTMLElement | null): void {
  const focused = document.activeElement
  requestAnimationFrame(() =>
    setTimeout(() => {
      const isUntouched = [focused, document.body, null].includes(document.activeElement)
      if (isUntouched) target?.focus({ preventScroll: true })
    }),
  )
}

/**
 * The effects of a change of page: the window's title, its announcement, focus on the h1, and the scroll position of
 * this history entry. Panels and tabs belong to their page: nothing moves, and only a change of tab is announced.
 */
export function usePageChanges(main: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  const matches = useMatches()
  const title = titleOf(matches)
  const page = pageOf(matches)
  const entry = router.state.location.state.__TSR_key ?? 'first'
  const key = `${entry} ${page}`
  const isPanel = Boolean(matches.at(-1)?.staticData.panel)
  const before = useRef<{ page: string; title: string; isPanel: boolean } | undefined>(undefined)
  const top = useRef(0)

  useEffect(() => {
    document.title = title
  }, [title])

  useLayoutEffect(() => {
    const element = main.current
    if (!element) return
    const last = before.current
    if (last?.page !== page) {
      // Setting even an unchanged scroll position would lay out the new page twice.
      const wanted = readPositions()[key] ?? 0
      if (wanted !== top.current) element.scrollTo({ top: wanted })
      if (last || isArrival()) {
        announce(title)
        focusOncePainted(element.querySelector<HTMLElement>('h1'))
      }
    } else {
      keepPosition(key, top.current)
      if (last.title !== title && !last.isPanel && !isPanel) announce(title)
    }
    before.current = { page, title, isPanel }
  }, [main, page, key, title, isPanel])

  useEffect(() => {
    const element = main.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      top.current = element.scrollTop
      timer ??= setTimeout(() => {
        timer = undefined
        keepPosition(key, top.current)
      }, throttle)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      element.removeEventListener('scroll', onScroll)
      clearTimeout(timer)
    }
  }, [main, key])
}
