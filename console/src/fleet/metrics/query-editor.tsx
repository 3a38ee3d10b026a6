import { type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { complete } from './completion.ts'
import type { KnownSeries } from './known-series.ts'
import { placeInField } from './place-in-text.ts'

const look = 'p-3 font-mono text-sm leading-normal'
/** Of the completions, in pixels. */
const listWidth = 384

interface QueryEditorProps {
  value: string
  onChange: (value: string) => void
  onRun: () => void
  known: readonly KnownSeries[]
  /** Id of what says why the query failed. */
  describedBy?: string | undefined
  /** The part of the text that the query failed at. */
  marked?: { from: number; to: number } | undefined
  field: RefObject<HTMLTextAreaElement | null>
}

/** The text of a query, with completions in a list at the cursor: arrows choose, Enter or Tab takes, Esc closes. */
export function QueryEditor({ value, onChange, onRun, known, describedBy, marked, field }: QueryEditorProps) {
  const id = useId()
  const [caret, setCaret] = useState<number | null>(null)
  const [chosen, setChosen] = useState(0)
  const completion = useMemo(() => (caret === null ? undefined : complete(value, caret, known)), [caret, value, known])
  const options = completion?.options ?? []
  const active = Math.min(chosen, options.length - 1)
  const [place, setPlace] = useState({ left: 0, top: 0 })
  const open = (at: number | null) => {
    setCaret(at)
    setChosen(0)
  }
  const from = completion?.options.length ? completion.from : undefined
  useLayoutEffect(() => {
    if (!field.current || from === undefined) return
    const { left, top, height } = placeInField(field.current, from)
    const widest = Math.max(0, field.current.clientWidth - listWidth)
    setPlace({ left: Math.min(left, widest), top: Math.min(top, field.current.clientHeight) + height })
  }, [field, from, value])

  const take = (option: string) => {
    if (!completion) return
    const { from, to } = completion
    onChange(value.slice(0, from) + option + value.slice(to))
    open(null)
    const end = from + option.length
    // Once the text is in the field.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(end, end)
    })
  }

  return (
    <div className="relative">
      {marked && <Mark text={value} marked={marked} field={field} />}
      <textarea
        ref={field}
        aria-label="Query"
        aria-autocomplete="list"
        aria-controls={options.length ? id : undefined}
        aria-activedescendant={options.length ? `${id}-${active}` : undefined}
        aria-invalid={describedBy ? true : undefined}
        aria-describedby={describedBy}
        className={`control h-auto min-h-32 w-full resize-y ${look}`}
        rows={5}
        spellCheck={false}
        autoCapitalize="off"
        value={value}
        placeholder="get virtual_machine:vcpu_usage | filter timestamp > @now() - 1h | align mean_within(1m)"
        onChange={(event) => {
          const { value: typed, selectionStart: at } = event.target
          onChange(typed)
          // Only within a word: before one, Ctrl+Space opens the list.
          open(/\w/.test(typed[at - 1] ?? '') ? at : null)
        }}
        onClick={() => open(null)}
        onBlur={() => open(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            open(null)
            return onRun()
          }
          if (event.key === ' ' && event.ctrlKey) {
            event.preventDefault()
            return open(event.currentTarget.selectionStart)
          }
          if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') return open(null)
          if (options.length === 0) return undefined
          const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
          const takes = event.key === 'Enter' || event.key === 'Tab'
          if (!step && !takes && event.key !== 'Escape') return undefined
          event.preventDefault()
          event.stopPropagation()
          if (step) setChosen((active + step + options.length) % options.length)
          else if (takes) take(options[active]!)
          else open(null)
          return undefined
        }}
      />
      {options.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label="Completions"
          style={{ ...place, width: `min(100%, ${listWidth}px)` }}
          className="popup absolute z-20 mt-1 max-h-56 overflow-y-auto p-1 font-mono text-sm"
        >
          {options.map((option, at) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
            <div
              key={option}
              id={`${id}-${at}`}
              ref={at === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              className={`popup-option ${at === active ? 'bg-raised' : ''}`}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(option)}
            >
              {option.trim()}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

interface MarkProps extends Required<Pick<QueryEditorProps, 'marked' | 'field'>> {
  text: string
}

/** Underlines a part of the text: the same text over the field, invisible but for the line. */
function Mark({ text, marked, field }: MarkProps) {
  const copy = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const area = field.current
    const follow = () => copy.current?.scrollTo(0, area?.scrollTop ?? 0)
    follow()
    area?.addEventListener('scroll', follow)
    return () => area?.removeEventListener('scroll', follow)
  }, [field])
  if (!marked) return null
  return (
    <div
      ref={copy}
      aria-hidden="true"
      className={`pointer-events-none absolute inset-0 overflow-hidden border border-transparent [overflow-wrap:break-word] whitespace-pre-wrap text-transparent ${look}`}
    >
      {text.slice(0, marked.from)}
      <span className="underline decoration-bad decoration-wavy decoration-2 underline-offset-3">
        {text.slice(marked.from, marked.to)}
      </span>
      {text.slice(marked.to)}
    </div>
  )
}
