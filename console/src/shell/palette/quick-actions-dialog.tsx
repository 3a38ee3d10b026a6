import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import {
  type Dispatch,
  type KeyboardEvent,
  type SetStateAction,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formatNumber } from '~/lib/format/numbers.ts'
import { isChord } from '~/lib/hotkeys.ts'
import { useLayer } from '~/lib/layers.ts'
import { useStore } from '~/lib/store.ts'
import { ownSiloQuery, useRefusal } from '../access/roles.ts'
import { useIsFleetViewer, useMe } from '../access/session.ts'
import { type AreaNow, useShownItems } from '../frame/area.ts'
import { flatten, navigation, type NavItem } from '../frame/navigation.ts'
import { systemNavigation } from '../frame/system-navigation.ts'
import { useTrail } from '../paths/crumbs.ts'
import { type Path, pathTo } from '../paths/path.ts'
import { fuzzyFilter } from './fuzzy.ts'
import { optionId, QuickActionsList } from './quick-actions-list.tsx'
import { type Chosen, placeOf, rowsOf } from './quick-actions-rows.ts'
import { offered, type QuickAction, shapeOf } from './quick-actions.ts'
import { wordsOf } from './search-words.ts'

const uuid = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i

/** Whether the user may add users to the own silo, and it takes them by hand. */
function useMayAddUsers(): boolean {
  const isAllowed = useRefusal('local_idp_user_create', { silo: 'own' }) === undefined
  const silo = useQuery({ ...ownSiloQuery(useMe().siloId), enabled: isAllowed }).data
  return isAllowed && silo?.identityMode === 'local_only'
}

const addUser = { group: 'Silo', label: 'Add user to the silo', to: '/access/users' } as const

/** What the page offers, its area's navigation, its ancestors, and the other areas. */
function useActions(area: AreaNow, typed: string): QuickAction[] {
  const pages = useStore(offered)
  const trail = useTrail()
  const isFleetViewer = useIsFleetViewer()
  const shown = useShownItems()
  // The page of the own silo's users offers it itself.
  const isOfUsers = useLocation({ select: ({ pathname }) => pathname.startsWith(addUser.to) })
  const offersAddUser = useMayAddUsers() && !isOfUsers
  return useMemo(() => {
    const links = (group: string, items: readonly { label: string; to: Path }[]): QuickAction[] =>
      items.map(({ label, to }) => ({ group, label, to }))
    const flat = (items: readonly NavItem[]) => flatten(shown(items).map((item) => ({ ...item, to: item.to('') })))
    const all = [
      ...[...pages.values()].flat(),
      ...links(area.heading, flatten(area.items)),
      ...links('Go up', trail.slice(0, -1).toReversed()),
      ...(isFleetViewer && area.area !== 'system' ? links('System', flat(systemNavigation)) : []),
      ...(area.area === 'settings' ? [] : links('Settings', flat(navigation.settings))),
      ...(area.area === 'silo' ? [] : links('Back to silo', flat(navigation.silo))),
      ...(offersAddUser ? [addUser] : []),
    ]
    const id = typed.trim()
    const found = fuzzyFilter(
      all,
      typed,
      ({ label }) => label,
      ({ label }) => wordsOf(label),
    )
    return uuid.test(id)
      ? [
          { group: 'Look up', label: `Instance ${id}`, to: pathTo('/lookup/instances/$instance', { instance: id }) },
          ...found,
        ]
      : found
  }, [pages, area, trail, isFleetViewer, shown, offersAddUser, typed])
}

interface QuickActionsDialogProps {
  area: AreaNow
  typed: string
  onType: Dispatch<SetStateAction<string>>
  onClose: () => void
}

export default function QuickActionsDialog({ area, typed, onType, onClose }: QuickActionsDialogProps) {
  const [chosen, setChosen] = useState<Chosen>()
  const actions = useActions(area, typed)
  const offer = useMemo(() => rowsOf(actions), [actions])
  const { rows, count, left } = offer
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const takesEscape = useLayer(popup)
  // The input gets the focus a frame after it is shown.
  useLayoutEffect(() => {
    const onEarlyKey = (event: globalThis.KeyboardEvent) => {
      if (popup.current?.contains(document.activeElement) || event.key.length > 1 || isChord(event)) return
      event.preventDefault()
      event.stopPropagation()
      onType((now) => now + event.key)
    }
    addEventListener('keydown', onEarlyKey, { capture: true })
    return () => removeEventListener('keydown', onEarlyKey, { capture: true })
  }, [onType])
  const current = placeOf(chosen, offer)
  const choose = (at: number) => {
    // The pointer fires many events over one action.
    if (at === current && chosen) return
    const row = rows.find((each) => each.kind === 'action' && each.at === at)
    if (row?.kind === 'action') setChosen({ shape: shapeOf(row.action), at })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step && count > 0) {
      event.preventDefault()
      choose((current + step + count) % count)
    } else if (event.key === 'Enter') {
      // A real click on the link, so that mod+Enter opens a new tab. Enter never reaches a form that it opens.
      event.preventDefault()
      const { ctrlKey, metaKey } = event
      list.current
        ?.querySelector('[aria-selected=true]')
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey }))
    }
  }

  return (
    <Dialog.Root
      open
      onOpenChange={(open, details) => {
        if (!open && (details.reason !== 'escape-key' || takesEscape(details.event))) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-60 bg-scrim" forceRender />
        <Dialog.Popup
          ref={popup}
          initialFocus={input}
          className="popup fixed inset-x-4 top-(--modal-top) z-60 mx-auto max-w-136 animate-rise overflow-hidden outline-none"
        >
          <Dialog.Title className="sr-only">Quick actions</Dialog.Title>
          <input
            ref={input}
            role="combobox"
            aria-label="Search actions and pages"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={current < 0 ? undefined : optionId(id, current)}
            autoComplete="off"
            spellCheck={false}
            placeholder="Search actions and pages"
            value={typed}
            onChange={(event) => {
              onType(event.target.value)
              setChosen(undefined)
            }}
            onKeyDown={onKeyDown}
            className="h-12 w-full border-b border-line bg-transparent px-4 outline-none"
          />
          <QuickActionsList
            id={id}
            ref={list}
            rows={rows}
            count={count}
            current={current}
            onPoint={choose}
            onDone={onClose}
          />
          {count === 0 && <p className="px-3 py-6 text-center text-ink-2">No matches</p>}
          <p role="status" className={left > 0 ? 'border-t border-line px-4 py-2 text-sm text-ink-3' : 'sr-only'}>
            {left > 0 && `${formatNumber(left)} more. Type to find them`}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
