import { type ChunksOutcome, type ChunkTask, sendChunks } from './send-chunks.ts'

export type ToWorker = { kind: 'send'; task: ChunkTask; numbers: readonly number[] } | { kind: 'abort' }
export type FromWorker =
  | { kind: 'progress'; bytes: number }
  | { kind: 'end'; outcome: ChunksOutcome }
  | { kind: 'broken'; message: string }

const port = self as unknown as {
  addEventListener: (type: 'message', listener: (event: MessageEvent<ToWorker>) => void) => void
  postMessage: (message: FromWorker) => void
}
const reportEvery = 100
let running = new AbortController()

async function obey({ data }: MessageEvent<ToWorker>): Promise<void> {
  if (data.kind === 'abort') return running.abort()
  running = new AbortController()
  const { signal } = running
  let [unsaid, saidAt] = [0, 0]
  const say = () => {
    if (unsaid > 0) port.postMessage({ kind: 'progress', bytes: unsaid })
    unsaid = 0
    saidAt = performance.now()
  }
  const onProgress = (bytes: number) => {
    unsaid += bytes
    if (performance.now() - saidAt >= reportEvery) say()
  }
  try {
    const outcome = await sendChunks(data.task, data.numbers, { onProgress, signal })
    say()
    port.postMessage({ kind: 'end', outcome })
  } catch (error) {
    if (!signal.aborted) port.postMessage({ kind: 'broken', message: String(error) })
  }
}

port.addEventListener('message', (event) => void obey(event))
