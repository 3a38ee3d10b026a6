import { Dialog } from '@base-ui/react/dialog'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { type Path, pathTo } from './path.ts'
import { useLayer } from '~/ui/layers.ts'
import { useStore } from '~/ui/store.ts'
import type { AreaNow } from './area.ts'
import { useTrail } from './crumbs.ts'
import { fuzzyFilter } from './fuzzy.ts'
import { navigation } from './navigation.ts'
import { offered, type QuickAction } from './quick-actions.ts'
import { useIsFleetViewer } from './session.ts'

const uuid = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i

/** What the page offers, its area's navigation, its ancestors, and the other areas. */
function useActions(area: AreaNow, typed: string): QuickAction[] {
  const pages = useStore(offered)
  const trail = useTrail()
  const isFleetViewer = useIsFleetViewer()
  return useMemo(() => {
    const links = (group: string, items: readonly { label: string; to: Path }[]): QuickAction[] =>
      items.map(({ label, to }) => ({ group, label, to }))
    const flat = (items: (typeof navigation)['silo']) => items.map(({ label, to }) => ({ label, to: to('') }))
    const all = [
      ...[...pages.values()].flat(),
      ...links(area.heading, area.items),
      ...links('Go up', trail.slice(0, -1).toReversed()),
      ...(isFleetViewer && area.area !== 'system' ? links('System', flat(navigation.system)) : []),
      ...(area.area === 'settings' ? [] : links('Settings', flat(navigation.settings))),
      ...(area.area === 'silo' ? [] : links('Back to silo', flat(navigation.silo))),
    ]
    const id = typed.trim()
    const found = fuzzyFilter(all, typed, (action) => action.label)
    return uuid.test(id)
      ? [
          { group: 'Look up', label: `Instance ${id}`, to: pathTo('/lookup/instances/$instance', { instance: id }) },
          ...found,
        ]
      : found
  }, [pages, area, trail, isFleetViewer, typed])
}

/** Groups in the order of their first item; the list keeps the order of its groups. */
const grouped = (actions: readonly QuickAction[]) => [...Map.groupBy(actions, (action) => action.group)]

export default function QuickActionsDialog({ area, onClose }: { area: AreaNow; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const groups = grouped(useActions(area, typed))
  const order = groups.flatMap(([, actions]) => actions)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const takesEscape = useLayer()
  const current = order.length === 0 ? -1 : Math.min(at, order.length - 1)

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [current, typed])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step && order.length > 0) {
      event.preventDefault()
      setAt((current + step + order.length) % order.length)
    } else if (event.key === 'Enter') {
      // A link is pressed as one, so that mod+Enter opens a new tab. Enter never reaches a form that it opens.
      event.preventDefault()
      const { ctrlKey, metaKey } = event
      list.current
        ?.querySelector('[aria-selected=true]')
        ?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey }))
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
          initialFocus={input}
          className="popup fixed inset-x-4 top-[min(12vh,8rem)] z-60 mx-auto max-w-[34rem] animate-rise overflow-hidden outline-none"
        >
          <Dialog.Title className="sr-only">Quick actions</Dialog.Title>
          <input
            ref={input}
            role="combobox"
            aria-label="Search actions and pages"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={current < 0 ? undefined : `${id}-${current}`}
            autoComplete="off"
            spellCheck={false}
            placeholder="Search actions and pages"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setAt(0)
            }}
            onKeyDown={onKeyDown}
            className="h-12 w-full border-b border-line bg-transparent px-4 outline-none"
          />
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label="Actions"
            className="max-h-96 overflow-y-auto p-1"
          >
            {groups.map(([group, actions]) => (
              <div key={group} role="group" aria-label={group}>
                <div aria-hidden="true" className="px-2.5 pt-2.5 pb-1 text-2xs/4 font-medium text-ink-3">
                  {group}
                </div>
                {actions.map((action) => {
                  const index = order.indexOf(action)
                  return (
                    <Option
                      key={`${action.label} ${action.to} ${index}`}
                      id={`${id}-${index}`}
                      action={action}
                      selected={index === current}
                      onPoint={() => setAt(index)}
                      onDone={onClose}
                    />
                  )
                })}
              </div>
            ))}
            {order.length === 0 && <p className="px-3 py-6 text-center text-ink-2">No matches</p>}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface OptionProps {
  id: string
  action: QuickAction
  selected: boolean
  onPoint: () => void
  onDone: () => void
}

function Option({ id, action: { label, to, run }, selected, onPoint, onDone }: OptionProps) {
  const shared = {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': selected,
    'data-highlighted': selected ? '' : undefined,
    onPointerMove: onPoint,
    className: 'popup-option w-full text-left',
  } as const
  if (to === undefined)
    return (
      <button
        {...shared}
        type="button"
        onClick={() => {
          onDone()
          run?.()
        }}
      >
        {label}
      </button>
    )
  return (
    <Link
      {...shared}
      to={to}
      onClick={(event: MouseEvent) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onDone()
      }}
    >
      {label}
    </Link>
  )
}
