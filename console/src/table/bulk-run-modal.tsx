import { memo, useRef } from 'react'
import { copyText } from '~/lib/copy.ts'
import { useStore } from '~/lib/store.ts'
import { ToneMark, type Tone } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { Modal } from '~/ui/modal.tsx'
import { type BulkItem, type BulkRun, type BulkStatus, outcomeText, reportText } from './bulk-runs.ts'

const VirtualRows = lazyPart(() => import('./virtual-rows.tsx'))
const virtualFrom = 100

const tone: Record<BulkStatus, Tone> = { waiting: 'idle', running: 'busy', done: 'ok', skipped: 'idle', failed: 'bad' }

const verbs: Record<BulkStatus, string> = {
  waiting: 'Waiting',
  // Of the action: `Running` would be read as the state of the instance.
  running: 'In progress',
  done: 'Done',
  skipped: 'Skipped',
  failed: 'Failed',
}

/** What will be done and what is skipped; then the progress; then the report. */
export default function BulkRunModal({ run, onClose }: { run: BulkRun; onClose: () => void }) {
  const { phase, counts } = useStore(run.state)
  const { items } = run
  const first = useRef<HTMLButtonElement>(null)
  const footer =
    phase === 'asking' ? (
      <>
        <Button
          ref={run.danger ? undefined : first}
          variant={run.danger ? 'danger' : 'primary'}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={() => void run.start()}
        >
          {run.verb} {counts.waiting}
        </Button>
        <Button ref={run.danger ? first : undefined} onClick={onClose}>
          Cancel
        </Button>
      </>
    ) : (
      <>
        {counts.failed > 0 && phase === 'finished' && (
          <Button variant="primary" onClick={() => void run.retry()}>
            Retry failed
          </Button>
        )}
        <Button onClick={() => void copyText(reportText(run))}>Copy report</Button>
        <Button onClick={onClose}>Close</Button>
      </>
    )
  const summary = phase === 'asking' ? `${counts.waiting} of ${items.length} will be done` : outcomeText(counts)
  return (
    <Modal
      title={run.title}
      size="free"
      onDismiss={onClose}
      initialFocus={first}
      onModEnter={() => phase === 'asking' && void run.start()}
      footer={footer}
    >
      <p role="status" className="text-ink-2">
        {summary}
      </p>
      {phase === 'asking' && <p className="max-w-prose text-pretty text-ink-2">{run.consequence}</p>}
      <div className="w-xl max-w-full rounded-lg border border-line">
        <Report items={items} asking={phase === 'asking'} />
      </div>
    </Modal>
  )
}

/** Renders only the visible lines of a long report; a mark re-renders its own line. */
const Report = memo(({ items, asking }: { items: readonly BulkItem[]; asking: boolean }) => {
  const renderLine = (index: number, measure?: (line: HTMLElement | null) => void) => (
    <Line key={items[index]!.id} item={items[index]!} {...{ asking, index, measure }} />
  )
  const all = (shown: readonly BulkItem[]) => <tbody>{shown.map((_, index) => renderLine(index))}</tbody>
  return (
    <table className="w-full" aria-label="Report" aria-rowcount={items.length}>
      {items.length > virtualFrom ? (
        <PartBoundary fallback={all(items.slice(0, virtualFrom))} failed={all(items)}>
          <VirtualRows count={items.length} width={3} rowHeight={37} renderRow={renderLine} />
        </PartBoundary>
      ) : (
        all(items)
      )}
    </table>
  )
})

interface LineProps {
  item: BulkItem
  asking: boolean
  index: number
  measure: ((line: HTMLElement | null) => void) | undefined
}

const Line = memo(({ item, asking, index, measure }: LineProps) => {
  const { status, message } = useStore(item.mark)
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 1} className="border-b border-line last:border-0">
      <td className="w-0 py-2 pl-3">
        <ToneMark tone={tone[status]} />
      </td>
      <td className="px-2.5 py-2 [overflow-wrap:anywhere]">
        <span className="font-medium">{item.name}</span>
        {message && <span className="block text-sm text-ink-2">{message}</span>}
      </td>
      <td className="py-2 pr-3 text-right text-sm whitespace-nowrap text-ink-2">
        {asking && status === 'waiting' ? 'Will be done' : verbs[status]}
      </td>
    </tr>
  )
})
