import type { FromWorker, ToWorker } from './chunk-worker.ts'
import type { ChunksOutcome, ChunkTask, SendOptions } from './send-chunks.ts'

export interface ChunkSender {
  send: (task: ChunkTask, numbers: readonly number[], options: Omit<SendOptions, 'timing'>) => Promise<ChunksOutcome>
  close: () => void
}

/** Reads, encodes and posts in a worker, so that the page stays as quick as ever. Nothing but counts crosses over. */
export function openWorkerSender(): ChunkSender {
  const worker = new Worker(new URL('chunk-worker.ts', import.meta.url), { type: 'module' })
  const post = (message: ToWorker) => worker.postMessage(message)
  return {
    send: (task, numbers, { onProgress, signal }) =>
      new Promise((resolve, reject) => {
        const listening = new AbortController()
        const settle = (end: () => void) => {
          listening.abort()
          end()
        }
        const abort = () => {
          post({ kind: 'abort' })
          settle(() => reject(signal.reason as Error))
        }
        const onMessage = ({ data }: MessageEvent<FromWorker>) => {
          if (data.kind === 'progress') onProgress(data.bytes)
          else if (data.kind === 'end') settle(() => resolve(data.outcome))
          else settle(() => reject(new Error(data.message)))
        }
        const until = { signal: listening.signal }
        worker.addEventListener('message', onMessage, until)
        worker.addEventListener('error', () => settle(() => reject(new Error('The upload could not start'))), until)
        signal.addEventListener('abort', abort, until)
        if (signal.aborted) return abort()
        // From a worker an address without a host would be one beside the worker's own file.
        post({ kind: 'send', task: { ...task, url: new URL(task.url, location.href).href }, numbers })
      }),
    close: () => worker.terminate(),
  }
}
