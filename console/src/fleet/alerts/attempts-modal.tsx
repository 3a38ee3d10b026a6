import type { AlertDelivery, WebhookDeliveryAttempt } from '~/api/types.gen.ts'
import type { Column } from '~/table/columns.ts'
import { Table } from '~/table/table.tsx'
import { Button } from '~/ui/button.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { Modal } from '~/ui/modal.tsx'
import { DateTime } from '~/ui/time.tsx'
import { resultLabel } from './attempt-words.ts'

const columns: readonly Column<WebhookDeliveryAttempt>[] = [
  { id: 'time', header: 'Time', cell: ({ timeSent }) => <DateTime date={timeSent} /> },
  { id: 'result', header: 'Result', cell: resultLabel },
  { id: 'status', header: 'HTTP status', cell: ({ response }) => response?.status ?? null, mono: true, alignEnd: true },
  { id: 'ms', header: 'ms', cell: ({ response }) => response?.durationMs ?? null, mono: true, alignEnd: true },
]

/** Every attempt of a delivery. */
export default function AttemptsModal({ delivery, onClose }: { delivery: AlertDelivery; onClose: () => void }) {
  return (
    <Modal
      title="Attempts"
      size="free"
      onDismiss={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Facts>
        <Fact label="Class">{delivery.alertClass}</Fact>
        <Fact label="Alert ID">
          <span className="text-mono [overflow-wrap:anywhere]">{delivery.alertId}</span>
        </Fact>
      </Facts>
      <Table
        label="Attempts"
        rows={delivery.attempts.webhook}
        columns={columns}
        getId={({ attempt }) => String(attempt)}
        getName={({ attempt }) => `Attempt ${attempt}`}
        empty={null}
      />
    </Modal>
  )
}
