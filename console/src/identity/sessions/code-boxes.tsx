import { Fragment, type KeyboardEvent, useRef } from 'react'
import { codeLength, dashAt, enter, eraseBefore, type Letters } from './device-code.ts'

interface CodeBoxesProps {
  letters: Letters
  onChange: (letters: Letters) => void
  /** While it is sent. */
  readOnly: boolean
  invalid: boolean
}

export function CodeBoxes({ letters, onChange, readOnly, invalid }: CodeBoxesProps) {
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const focus = (at: number) => boxes.current[Math.max(0, Math.min(at, codeLength - 1))]?.focus()
  const take = (entry: { letters: Letters; at: number }) => {
    onChange(entry.letters)
    focus(entry.at)
  }
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (readOnly || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Backspace') take(eraseBefore(letters, at))
    else if (event.key === 'ArrowLeft') focus(at - 1)
    else if (event.key === 'ArrowRight') focus(at + 1)
    else return
    event.preventDefault()
  }
  return (
    <div role="group" aria-label="Code" className="flex items-center justify-between gap-1">
      {letters.map((letter, at) => (
        <Fragment key={at}>
          {at === dashAt && (
            <span aria-hidden="true" className="text-ink-3">
              –
            </span>
          )}
          <input
            ref={(box) => {
              boxes.current[at] = box
            }}
            aria-label={`Character ${at + 1} of ${codeLength}`}
            aria-invalid={invalid || undefined}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is for nothing else
            autoFocus={at === 0}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            readOnly={readOnly}
            value={letter}
            onFocus={(event) => event.target.select()}
            onKeyDown={(event) => onKeyDown(event, at)}
            onPaste={(event) => {
              event.preventDefault()
              if (!readOnly) take(enter(letters, at, event.clipboardData.getData('text')))
            }}
            onChange={({ target: { value } }) => {
              if (value === '') return onChange(letters.with(at, ''))
              // A box that has a letter may be typed into before or after it.
              const typed = value.length > 1 ? value.replace(letter, '') : value
              take(enter(letters, at, typed))
            }}
            className="control text-mono h-11 min-w-0 px-0 text-center text-lg uppercase"
          />
        </Fragment>
      ))}
    </div>
  )
}
