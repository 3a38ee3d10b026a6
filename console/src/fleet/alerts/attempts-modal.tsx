import type { AlertDelivery, WebhookDeliveryAttempt } from '~/api/types.gen.ts'
import type { Column } from '~/table/columns.ts'
import { Table } from '~/table/table.tsx'
import { stateLabel } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { Modal } from '~/ui/modal.tsx'
import { DateTime } from '~/ui/time.tsx'
import { resultLabel } from './attempt-words.ts'
import { Subject } from './subject.tsx'

const columns: readonly Column<WebhookDeliveryAttempt>[] = [
  { id: 'time', header: 'Time', cell: ({ timeSent }) => <DateTime date={timeSent} seconds /> },
  { id: 'result', header: 'Result', cell: resultLabel },
  { id: 'status', header: 'HTTP status', cell: ({ response }) => response?.status ?? null, mono: true, alignEnd: true },
  { id: 'ms', header: 'ms', cell: ({ response }) => response?.durationMs ?? null, mono: true, alignEnd: true },
]

/** A delivery: what it is about, what is sent, and every attempt. */
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
      <Facts columns={2}>
        <Fact label="Class" wide>
          {delivery.alertClass}
        </Fact>
        <Fact label="Alert ID" wide>
          <span className="text-mono [overflow-wrap:anywhere]">{delivery.alertId}</span>
        </Fact>
        {delivery.about?.map((subject) => (
          <Fact key={`${subject.kind} ${subject.id}`} label={stateLabel(subject.kind)}>
            <Subject subject={subject} />
          </Fact>
        ))}
      </Facts>
      <Table
        label="Attempts"
        rows={delivery.attempts.webhook}
        columns={columns}
        getId={({ attempt }) => String(attempt)}
        getName={({ attempt }) => `Attempt ${attempt}`}
        empty={null}
      />
      {delivery.payload && (
        <pre className="text-mono mt-4 rounded-md border border-line bg-sunken px-3 py-2.5 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {JSON.stringify(delivery.payload, null, 2)}
        </pre>
      )}
    </Modal>
  )
}
