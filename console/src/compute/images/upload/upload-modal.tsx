import { confirm } from '~/lib/confirm.ts'
import { formatBytes } from '~/lib/format/numbers.ts'
import { spanInWords } from '~/lib/format/time.ts'
import { useStore } from '~/lib/store.ts'
import { openJob } from '~/shell/activity/jobs.ts'
import { type Tone, ToneMark } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { Modal } from '~/ui/modal.tsx'
import { Notice } from '~/ui/notice.tsx'
import { ProgressBar } from '~/ui/progress-bar.tsx'
import type { ImageUpload } from './image-upload.ts'
import { LeftoversNotice } from './leftovers-notice.tsx'
import { forgetUpload } from './unfinished-uploads.ts'
import { isImageMade, isOver, percentOf, type Step, type StepStatus, type UploadState } from './upload-state.ts'

const close = () => openJob.set(null)

export function UploadModal({ upload, onHide }: { upload: ImageUpload; onHide: () => void }) {
  const state = useStore(upload.state)
  const { phase, leftovers, message } = state
  const over = isOver(state)
  const hide = () => {
    close()
    onHide()
  }
  const askToCancel = async () => {
    const body = (
      <>
        <b>{upload.request.name}</b> has not finished uploading. Its temporary disk and snapshot will be deleted.
      </>
    )
    const confirmed = await confirm({
      title: 'Cancel upload?',
      body,
      danger: true,
      confirmLabel: 'Cancel upload',
      cancelLabel: 'Keep uploading',
      about: upload,
      signal: upload.uncancellable,
    })
    if (confirmed) upload.cancel()
  }
  const again = async () => {
    await upload.cleanAgain()
    if (upload.state.get().leftovers.length === 0) forgetUpload(upload.things.disk)
  }
  return (
    <Modal
      title={`Upload image ${upload.request.name}`}
      onDismiss={() => (over ? close() : void askToCancel())}
      footer={
        over ? (
          <Button onClick={close}>Close</Button>
        ) : (
          <>
            <Button variant="primary" onClick={hide}>
              Hide
            </Button>
            <Button
              refusal={
                phase === 'cleaning' ? 'Already being cancelled' : isImageMade(state) && 'The image is already created'
              }
              onClick={() => void askToCancel()}
            >
              Cancel upload
            </Button>
          </>
        )
      }
    >
      {phase === 'paused' && (
        <Notice
          tone="busy"
          title="Connection lost"
          content={`${state.chunksLeft} of ${state.chunks} chunks left. The upload resumes when the server answers again.`}
          actions={<Button onClick={upload.resume}>Resume</Button>}
        />
      )}
      {phase === 'failed' && message && <Notice tone="bad" title="Error" content={message} />}
      {phase === 'cancelled' && <Notice title={message} />}
      {leftovers.length > 0 && phase !== 'cleaning' && (
        <LeftoversNotice things={upload.things} leftovers={leftovers} onAgain={again} />
      )}
      <ol aria-label="Steps" className="flex flex-col gap-2.5">
        {state.steps.map(({ name, status }) => (
          <StepLine key={name} name={name} status={status}>
            {name === 'Upload the file' && status !== 'waiting' && status !== 'skipped' && (
              <Progress state={state} isRunning={status === 'running'} />
            )}
          </StepLine>
        ))}
      </ol>
      {phase === 'cleaning' && (
        <p role="status" className="text-ink-2">
          Deleting temporary resources…
        </p>
      )}
    </Modal>
  )
}

const tone: Record<StepStatus, Tone> = {
  waiting: 'idle',
  running: 'busy',
  complete: 'ok',
  error: 'bad',
  cancelled: 'idle',
  skipped: 'idle',
}
const word: Record<StepStatus, string> = {
  waiting: 'Waiting',
  running: 'Running',
  complete: 'Complete',
  error: 'Error',
  cancelled: 'Cancelled',
  skipped: 'Not started',
}

const StepLine = ({ name, status, children }: Step & { children: React.ReactNode }) => (
  <li className="flex gap-2.5" aria-current={status === 'running' ? 'step' : undefined}>
    <span className="flex h-5 items-center">
      <ToneMark tone={tone[status]} />
    </span>
    <div className="min-w-0 flex-1">
      <div className={`flex gap-2 ${status === 'waiting' || status === 'skipped' ? 'text-ink-3' : ''}`}>
        <span className="flex-1">{name}</span>
        <span className="text-sm text-ink-2">{word[status]}</span>
      </div>
      {children}
    </div>
  </li>
)

const mib = 1024 ** 2
const inMib = (bytes: number) => `${(bytes / mib).toLocaleString(undefined, { maximumFractionDigits: 1 })} MiB`

function Progress({ state, isRunning }: { state: UploadState; isRunning: boolean }) {
  const percent = percentOf(state)
  const size = state.total < mib ? formatBytes(state.total) : inMib(state.total)
  return (
    <div className="mt-1.5">
      <ProgressBar label="Uploaded" percent={percent} />
      <p translate="no" className="mt-1 flex gap-2 text-sm text-ink-2 tabular-nums">
        <span>{percent}%</span>
        <span>
          {inMib(state.sent)} / {size}
        </span>
        {state.msLeft !== undefined && isRunning && <span className="ml-auto">{spanInWords(state.msLeft)} left</span>}
      </p>
    </div>
  )
}
