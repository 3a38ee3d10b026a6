import { formatBytes } from '~/lib/format/numbers.ts'
import { spanInWords } from '~/lib/format/time.ts'
import { useStore } from '~/lib/store.ts'
import { openJob } from '~/shell/activity/jobs.ts'
import { Button } from '~/ui/button.tsx'
import { Modal } from '~/ui/modal.tsx'
import { Notice } from '~/ui/notice.tsx'
import { ProgressBar } from '~/ui/progress-bar.tsx'
import { isOver, type RepositoryUpload, type UploadState } from './repository-upload.ts'

const close = () => openJob.set(null)

/** The progress of an upload, and the ways to end it. Open while mounted. */
export function UploadModal({ upload }: { upload: RepositoryUpload }) {
  const state = useStore(upload.state)
  const over = isOver(state)
  return (
    <Modal
      title="Upload repository"
      onDismiss={close}
      footer={
        over ? (
          <Button onClick={close}>Close</Button>
        ) : (
          <>
            <Button onClick={close}>Hide</Button>
            <Button
              variant="danger"
              refusal={state.phase === 'verifying' && 'The file is sent and being verified'}
              onClick={upload.cancel}
            >
              Cancel upload
            </Button>
          </>
        )
      }
    >
      {over && state.message && (
        <Notice
          tone={state.phase === 'cancelled' ? 'idle' : 'bad'}
          title={state.phase === 'cancelled' ? 'Cancelled' : 'Error'}
          content={state.message}
        />
      )}
      <p className="[overflow-wrap:anywhere]">{upload.file.name}</p>
      <Progress state={state} />
      <p role="status" className="text-ink-2">
        {words[state.phase]}
      </p>
    </Modal>
  )
}

const words: Record<UploadState['phase'], string> = {
  sending: 'Sending the file. The server verifies it afterwards.',
  verifying: 'Verifying signatures and hashes…',
  complete: 'The release is uploaded.',
  failed: 'Nothing was stored.',
  cancelled: 'Nothing was stored.',
}

function Progress({ state: { phase, sent, total, msLeft } }: { state: UploadState }) {
  const percent = total ? Math.floor((sent / total) * 100) : 100
  return (
    <div>
      <ProgressBar label="Sent" percent={percent} />
      <p translate="no" className="mt-1 flex gap-2 text-sm text-ink-2 tabular-nums">
        <span>{percent}%</span>
        <span>
          {formatBytes(sent)} / {formatBytes(total)}
        </span>
        {msLeft !== undefined && phase === 'sending' && <span className="ml-auto">{spanInWords(msLeft)} left</span>}
      </p>
    </div>
  )
}
