import { useRef, useState } from 'react'
import type { Question } from '~/lib/confirm.ts'
import { messageOf } from '~/lib/errors.ts'
import { lowerFirst } from '~/lib/format/words.ts'
import { toast } from '~/lib/toast.ts'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'
import { Notice } from './notice.tsx'
import { Waiting } from './waiting.tsx'

export default function ConfirmModal({ question }: { question: Question }) {
  const { title, body, action, danger, confirmLabel = 'Confirm', cancelLabel = 'Cancel', errorTitle, copyAs } = question
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const first = useRef<HTMLButtonElement>(null)

  const isClosed = useRef(false)
  // Closing does not stop a running request: a toast then shows how it ended.
  const close = () => {
    isClosed.current = true
    question.answer(false)
  }
  const run = async () => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await action?.()
      question.answer(true)
    } catch (error) {
      const content = messageOf(error)
      if (isClosed.current)
        return toast({ variant: 'error', title: errorTitle ?? `Could not ${lowerFirst(title)}`, content })
      setFailure(content)
      setBusy(false)
    }
  }

  return (
    <Modal
      role="alertdialog"
      title={title}
      onDismiss={close}
      // Destructive actions must not be confirmed by an accidental Enter.
      initialFocus={first}
      onModEnter={() => void run()}
      footer={
        <>
          <Button
            ref={danger ? undefined : first}
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={run}
          >
            {confirmLabel}
          </Button>
          <Button ref={danger ? first : undefined} onClick={close}>
            {busy ? 'Close' : cancelLabel}
          </Button>
          {busy && <Waiting />}
          {copyAs && <span className="ml-auto">{copyAs}</span>}
        </>
      }
    >
      {failure && <Notice tone="bad" title="Error" content={failure} />}
      <div className="text-ink-2 [&_b]:font-medium [&_b]:text-ink [overflow-wrap:anywhere]">{body}</div>
    </Modal>
  )
}
