import { type KeyboardEvent, type ReactNode, useId } from 'react'

interface FormTabsProps<T extends string> {
  label: string
  tabs: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
  children: ReactNode
}

const step: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** Tabs inside a form, for alternatives: only the open one counts. Left and right wrap around. */
export function FormTabs<T extends string>({ label, tabs, value, onChange, children }: FormTabsProps<T>) {
  const id = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = step[event.key]
    if (by === undefined) return
    event.preventDefault()
    const at = tabs.findIndex((tab) => tab.value === value)
    const next = tabs[(at + by + tabs.length) % tabs.length]!
    onChange(next.value)
    document.getElementById(`${id}-${next.value}`)?.focus()
  }
  return (
    <div className="flex flex-col gap-4">
      <div
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={`flex-none border-b-2 px-2.5 pt-1.75 pb-2 -outline-offset-2 pointer-coarse:min-h-10 ${
              tab.value === value
                ? 'border-accent font-medium text-ink'
                : 'border-transparent text-ink-2 hover:text-ink'
            }`}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className="flex flex-col gap-4">
        {children}
      </div>
    </div>
  )
}
