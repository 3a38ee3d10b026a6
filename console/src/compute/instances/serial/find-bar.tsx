import { CaseSensitive, ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from '~/ui/icon-button.tsx'
import type { ConsoleTerminal, Found } from './console-terminal.ts'

interface FindBarProps {
  terminal: ConsoleTerminal
  found: Found
  onClose: () => void
}

/** Finds text in what the terminal holds. */
export function FindBar({ terminal, found, onClose }: FindBarProps) {
  const [text, setText] = useState('')
  const [caseSensitive, setCaseSensitive] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    box.current?.focus()
    return () => terminal.endFind()
  }, [terminal])

  const find = (backwards: boolean) => terminal.find(text, { caseSensitive, backwards })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') find(event.shiftKey)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  return (
    <search className="flex flex-wrap items-center gap-1.5 border-b border-line px-2 py-1.5">
      <input
        ref={box}
        aria-label="Find in the console"
        autoComplete="off"
        spellCheck={false}
        className="control min-h-8 w-60 max-w-full"
        value={text}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setText(target.value)
          terminal.find(target.value, { caseSensitive, asTyped: true })
        }}
      />
      <IconButton
        label="Match case"
        icon={<CaseSensitive />}
        variant="quiet"
        pressed={caseSensitive}
        onClick={() => {
          setCaseSensitive(!caseSensitive)
          terminal.find(text, { caseSensitive: !caseSensitive, asTyped: true })
        }}
      />
      <IconButton label="Previous match" icon={<ChevronUp />} variant="quiet" onClick={() => find(true)} />
      <IconButton label="Next match" icon={<ChevronDown />} variant="quiet" onClick={() => find(false)} />
      <span role="status" className="text-sm text-ink-3 tabular-nums">
        {text && wordsFor(found)}
      </span>
      <IconButton label="Close find" icon={<X />} variant="quiet" className="ml-auto" onClick={onClose} />
    </search>
  )
}

/** Beyond so many matches the terminal no longer tells which one is chosen. */
function wordsFor({ at, count }: Found): string {
  if (count === 0) return 'No matches'
  return at === 0 ? `${count} or more` : `${at} of ${count}`
}
