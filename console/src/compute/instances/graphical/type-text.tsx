import { useId, useState } from 'react'
import { Button } from '~/ui/button.tsx'
import { Modal } from '~/ui/modal.tsx'
import { type Chord, chordsOf } from './keys.ts'

interface TypeTextProps {
  onType: (chords: readonly Chord[]) => void
  onClose: () => void
}

/** Text to type on the keyboard of the machine, which has no clipboard. */
export default function TypeText({ onType, onClose }: TypeTextProps) {
  const id = useId()
  const [text, setText] = useState('')
  const chords = chordsOf(text)
  const problem = 'refused' in chords ? chords.refused : undefined
  const type = () => {
    if ('refused' in chords || chords.length === 0) return
    onType(chords)
    onClose()
  }
  return (
    <Modal
      title="Type text"
      onDismiss={onClose}
      onModEnter={type}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" refusal={problem ?? (text === '' && 'There is no text')} onClick={type}>
            Type
          </Button>
        </>
      }
    >
      <label htmlFor={id} className="font-medium">
        Text
      </label>
      <textarea
        id={id}
        rows={6}
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error ${id}-hint` : `${id}-hint`}
        className="control text-mono resize-y py-2"
      />
      {problem && (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad [overflow-wrap:anywhere]">
          {problem}
        </p>
      )}
      <p id={`${id}-hint`} className="text-sm text-ink-3">
        Typed key by key, as on a US keyboard. If the system has another layout, other characters may appear.
      </p>
    </Modal>
  )
}
