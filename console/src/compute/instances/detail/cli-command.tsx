import { type ReactNode, useState } from 'react'
import { Button } from '~/ui/button.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import type { ModalProps } from '~/ui/modal.tsx'
import type { InstanceParams } from '../queries.ts'

const Modal = lazyPart<ModalProps>(async () => ({ default: (await import('~/ui/modal.tsx')).Modal }))

export const Command = ({ children }: { children: string }) => (
  <div className="flex items-center gap-2 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-3">
    <code className="text-mono min-w-0 flex-1 [overflow-wrap:anywhere]">{children}</code>
    <CopyButton text={children} label="Copy command" />
  </div>
)

const serialCommand = ({ project, instance }: InstanceParams): string =>
  `skerry instance serial console --project ${project} --instance ${instance}`

/** A button that shows the command that opens the serial console in a terminal. */
export function CliCommandButton({ params, children }: { params: InstanceParams; children?: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{children ?? 'CLI command'}</Button>
      {open && (
        <PartBoundary onFailed={() => setOpen(false)}>
          <Modal
            title="CLI command"
            onDismiss={() => setOpen(false)}
            footer={<Button onClick={() => setOpen(false)}>Close</Button>}
          >
            <p className="text-ink-2">Opens this serial console in a terminal:</p>
            <Command>{serialCommand(params)}</Command>
          </Modal>
        </PartBoundary>
      )}
    </>
  )
}
