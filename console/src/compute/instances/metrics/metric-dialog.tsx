import { Link } from '@tanstack/react-router'
import { buttonClass } from '~/ui/button.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Modal } from '~/ui/modal.tsx'

interface MetricDialogProps {
  open: 'about' | 'query'
  project: string
  label: string
  metric: string
  about: string
  query: string
  onDismiss: () => void
}

/** What a chart shows, or the query behind it: to copy, or to go on with in the explorer. */
export default function MetricDialog({ open, project, label, metric, about, query, onDismiss }: MetricDialogProps) {
  if (open === 'about')
    return (
      <Modal title={label} onDismiss={onDismiss}>
        <p>{about}</p>
        <p className="mt-2 text-ink-2">
          Timeseries <code className="font-mono">{metric}</code>. Each point is the mean of samples taken every 5 s.
        </p>
      </Modal>
    )
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
