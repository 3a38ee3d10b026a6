import { Modal } from '~/ui/modal.tsx'

interface AboutMetricProps {
  label: string
  metric: string
  about: string
  onDismiss: () => void
}

/** What the numbers of a chart are. */
export default function AboutMetric({ label, metric, about, onDismiss }: AboutMetricProps) {
  return (
    <Modal title={label} onDismiss={onDismiss}>
      <p>{about}</p>
      <p className="mt-2 text-ink-2">
        Timeseries <code className="font-mono">{metric}</code>. Each point is a mean of samples, which are taken every 5
        s.
      </p>
    </Modal>
  )
}
