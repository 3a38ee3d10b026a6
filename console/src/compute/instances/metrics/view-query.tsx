import { Link } from '@tanstack/react-router'
import { buttonClass } from '~/ui/button.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Modal } from '~/ui/modal.tsx'

interface ViewQueryProps {
  project: string
  query: string
  onDismiss: () => void
}

/** The query behind a chart, to copy or to go on with in the explorer. */
export default function ViewQuery({ project, query, onDismiss }: ViewQueryProps) {
  return (
    <Modal
      title="Query"
      size="free"
      onDismiss={onDismiss}
      footer={
        <Link
          to="/projects/$project/metrics"
          params={{ project }}
          search={{ query }}
          className={buttonClass({ variant: 'primary' })}
        >
          Open in explorer
        </Link>
      }
    >
      <div className="flex items-start gap-2">
        <pre className="min-w-0 flex-1 rounded-md border border-line bg-sunken p-3 font-mono text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
          {query.replaceAll(' | ', '\n  | ')}
        </pre>
        <CopyButton text={query} label="Copy query" />
      </div>
    </Modal>
  )
}
