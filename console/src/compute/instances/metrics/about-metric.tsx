import { Modal } from '~/ui/modal.tsx'

interface AboutMetricProps {
  label: string
  metric: string
  about: string
  onDismiss: () => void
}

export default function AboutMetric({ label, metric, about, onDismiss }: AboutMetricProps) {
  return (
    <Modal title={label} onDismiss={onDismiss}>
      <p>{about}</p>
      <p className="mt-2 text-ink-2">
        Timeseries <code className="font-mono">{metric}</code>. Each point is the mean of samples taken every 5 s.
      </p>
    </Modal>
  )
}
