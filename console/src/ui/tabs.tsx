import { createLink } from '@tanstack/react-router'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId } from 'react'

const step: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

function onArrow(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.indexOf(event.target as HTMLElement)
  const by = step[event.key]
  if (at < 0 || by === undefined) return
  event.preventDefault()
  const next = tabs[(at + by + tabs.length) % tabs.length]!
  next.focus()
  next.click()
}

/** A row of tabs that are links, each with its own URL. Left and right go round. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <div
    role="tablist"
    tabIndex={-1}
    aria-label={label}
    onKeyDown={onArrow}
    className="mb-6 flex flex-none gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
  >
    {children}
  </div>
)

/** Scrolls the row of tabs, and nothing else, until a tab is in its middle. */
function scrollToTab(tab: HTMLElement) {
  const row = tab.parentElement
  if (row) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}

function TabAnchor({ className = '', children, ...rest }: ComponentProps<'a'> & { 'data-status'?: string }) {
  const chosen = rest['data-status'] === 'active'
  const id = useId()
  useEffect(() => {
    const tab = chosen ? document.getElementById(id) : null
    if (!tab?.parentElement) return undefined
    // Also called at first.
    const row = new ResizeObserver(() => scrollToTab(tab))
    row.observe(tab.parentElement)
    return () => row.disconnect()
  }, [chosen, id])
  return (
    <a
      {...rest}
      id={id}
      role="tab"
      aria-selected={chosen}
      aria-current={undefined}
      tabIndex={chosen ? 0 : -1}
      className={`flex-none border-b-2 px-2.5 pt-2.25 pb-2.5 -outline-offset-2 ${
        chosen ? 'border-accent font-medium text-ink' : 'border-transparent text-ink-2 hover:text-ink'
      } ${className}`}
    >
      {children}
    </a>
  )
}

/** `<TabLink to="…/storage" from={…}>Storage</TabLink>`: selected while its route is shown. */
export const TabLink = createLink(TabAnchor)
