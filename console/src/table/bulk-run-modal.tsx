import { useRef } from 'react'
import { ToneMark, type Tone } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { copyText } from '~/ui/copy.ts'
import { Modal } from '~/ui/modal.tsx'
import { useStore } from '~/ui/store.ts'
import { type BulkItem, type BulkRun, type BulkStatus, bulkRuns, countOf, reportText } from './bulk-run.ts'

const tone: Record<BulkStatus, Tone> = { waiting: 'idle', running: 'busy', done: 'ok', skipped: 'idle', failed: 'bad' }

const verbs: Record<BulkStatus, string> = {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  skipped: 'Skipped',
  failed: 'Failed',
}

/** What will be done and what is skipped; then how it goes; then the report. */
export default function BulkRunModal({ run, onClose }: { run: BulkRun; onClose: () => void }) {
  const { phase, items } = useStore(run.state)
  const failed = countOf(items, 'failed')
  const first = useRef<HTMLButtonElement>(null)
  const close = () => {
    if (phase === 'asking') bulkRuns.set((now) => now.filter((each) => each !== run))
    onClose()
  }
  const footer =
    phase === 'asking' ? (
      <>
        <Button
          ref={run.danger ? undefined : first}
          variant={run.danger ? 'danger' : 'primary'}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={() => void run.start()}
        >
          {run.verb} {countOf(items, 'waiting')}
        </Button>
        <Button ref={run.danger ? first : undefined} onClick={close}>
          Cancel
        </Button>
      </>
    ) : (
      <>
        {failed > 0 && phase === 'finished' && (
          <Button variant="primary" onClick={() => void run.retry()}>
            Retry failed
          </Button>
        )}
        <Button onClick={() => void copyText(reportText(run.title, items))}>Copy report</Button>
        <Button onClick={close}>Close</Button>
      </>
    )
  const summary =
    phase === 'asking'
      ? `${countOf(items, 'waiting')} of ${items.length} will be done`
      : (['done', 'skipped', 'failed'] as const).map((status) => `${countOf(items, status)} ${status}`).join(', ')
  return (
    <Modal
      title={run.title}
      size="free"
      onDismiss={close}
      initialFocus={first}
      onModEnter={() => phase === 'asking' && void run.start()}
      footer={footer}
    >
      <p role="status" className="text-ink-2">
        {summary}
      </p>
      {phase === 'asking' && <p className="max-w-prose text-pretty text-ink-2">{run.consequence}</p>}
      <ul className="flex flex-col rounded-lg border border-line">
        {items.map((item) => (
          <Line key={item.id} item={item} asking={phase === 'asking'} />
        ))}
      </ul>
    </Modal>
  )
}

const Line = ({ item, asking }: { item: BulkItem; asking: boolean }) => (
  <li className="flex items-baseline gap-2.5 border-b border-line px-3 py-2 last:border-0">
    <span className="self-center">
      <ToneMark tone={tone[item.status]} />
    </span>
    <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
      <span className="font-medium">{item.name}</span>
      {item.message && <span className="block text-sm text-ink-2">{item.message}</span>}
    </span>
    <span className="text-sm text-ink-2">
      {asking && item.status === 'waiting' ? 'Will be done' : verbs[item.status]}
    </span>
  </li>
)
