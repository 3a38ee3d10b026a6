import { type ChunksOutcome, type ChunkTask, sendChunks } from './send-chunks.ts'

export type ToWorker = { kind: 'send'; task: ChunkTask; numbers: readonly number[] } | { kind: 'abort' }
export type FromWorker =
  | { kind: 'progress'; bytes: number }
  | { kind: 'end'; outcome: ChunksOutcome }
  | { kind: 'broken'; message: string }

/** The worker itself: the page's types would have the window here. */
declare const self: {
  addEventListener: (type: 'message', listener: (event: MessageEvent<ToWorker>) => void) => void
  postMessage: (message: FromWorker) => void
}
const reportEvery = 100
let running = new AbortController()

async function onMessage({ data }: MessageEvent<ToWorker>): Promise<void> {
  if (data.kind === 'abort') return running.abort()
  running = new AbortController()
  const { signal } = running
  let [unreported, reportedAt] = [0, 0]
  const report = () => {
    if (unreported > 0) self.postMessage({ kind: 'progress', bytes: unreported })
    unreported = 0
    reportedAt = performance.now()
  }
  const onProgress = (bytes: number) => {
    unreported += bytes
    if (performance.now() - reportedAt >= reportEvery) report()
  }
  try {
    const outcome = await sendChunks(data.task, data.numbers, { onProgress, signal })
    report()
    self.postMessage({ kind: 'end', outcome })
  } catch (error) {
    if (!signal.aborted) self.postMessage({ kind: 'broken', message: String(error) })
  }
}

self.addEventListener('message', (event) => void onMessage(event))
