import { toBase64 } from '~/lib/format/base64.ts'

export const chunkBytes = 512 * 1024
const inFlight = 6
/** ms an attempt may take, and ms before the second and the third. */
const usualTiming = { timeout: 30_000, backOff: [500, 2000] }

export interface ChunkTask {
  file: Blob
  /** What is posted is filled up with zeros to a multiple of these. */
  blockBytes: number
  /** Where blocks are posted. */
  url: string
  headers?: Record<string, string>
}

export type ChunksOutcome =
  | { kind: 'sent' }
  /** These had no HTTP answer, or were not started. */
  | { kind: 'unanswered'; missing: number[] }
  | { kind: 'refused'; statusCode: number; text: string }
  | { kind: 'unreadable' }

export interface SendOptions {
  /** Called with the bytes of each chunk that is done: sent, or left out as all zeros. */
  onProgress: (bytes: number) => void
  signal: AbortSignal
  timing?: { timeout: number; backOff: readonly number[] }
}

export const chunkCount = (file: Blob): number => Math.ceil(file.size / chunkBytes)

/** Posts the chunks of these numbers, six at a time, until all are there or one cannot be. Rejects when aborted. */
export async function sendChunks(
  task: ChunkTask,
  numbers: readonly number[],
  { onProgress, signal, timing: times = usualTiming }: SendOptions,
): Promise<ChunksOutcome> {
  const missing = new Set(numbers)
  const queue = numbers.values()
  const stop = new AbortController()
  const ended = AbortSignal.any([signal, stop.signal])
  let outcome: ChunksOutcome | undefined
  const end = (with_: ChunksOutcome) => {
    outcome ??= with_
    stop.abort()
  }

  const worker = async () => {
    for (const number of queue) {
      if (ended.aborted) return
      const offset = number * chunkBytes
      const bytes = await read(task.file, offset)
      if (!bytes) return end({ kind: 'unreadable' })
      const isLast = offset + bytes.length >= task.file.size
      if (isLast || !isZero(bytes)) {
        const answer = await postWithRetries(task, offset, wholeBlocks(bytes, task.blockBytes), ended, times)
        if (ended.aborted) return
        if (!answer) return end({ kind: 'unanswered', missing: [] })
        if (!answer.ok) {
          const text = await answer.text().catch(() => '')
          // Another chunk's refusal came first, and cut this one's short.
          if (ended.aborted) return
          return end({ kind: 'refused', statusCode: answer.status, text })
        }
      }
      missing.delete(number)
      onProgress(bytes.length)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  signal.throwIfAborted()
  return outcome?.kind === 'unanswered' ? { ...outcome, missing: [...missing] } : (outcome ?? { kind: 'sent' })
}

const read = (file: Blob, offset: number): Promise<Uint8Array<ArrayBuffer> | undefined> =>
  file
    .slice(offset, offset + chunkBytes)
    .arrayBuffer()
    .then((buffer) => new Uint8Array(buffer))
    // Browsers refuse to read a file that was changed or taken away since it was chosen.
    .catch(() => undefined)

function wholeBlocks(bytes: Uint8Array<ArrayBuffer>, blockBytes: number): Uint8Array<ArrayBuffer> {
  const missing = -bytes.length % blockBytes
  if (!missing) return bytes
  const padded = new Uint8Array(bytes.length + blockBytes + missing)
  padded.set(bytes)
  return padded
}

/**
 * Whether a chunk need not be sent: what was never written reads as zeros. The last one is sent anyway, because the end
 * of a file in a disk format is found by its length. All others have a multiple of 512 bytes.
 */
function isZero(bytes: Uint8Array): boolean {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
  for (const word of words) if (word !== 0) return false
  return true
}

/** The answer; nothing where none came in three attempts. An answer of 500 and more is asked for again, too. */
async function postWithRetries(
  { url, headers }: ChunkTask,
  offset: number,
  bytes: Uint8Array,
  signal: AbortSignal,
  { timeout, backOff }: NonNullable<SendOptions['timing']>,
): Promise<Response | undefined> {
  const body = `{"offset":${offset},"base64_encoded_data":"${toBase64(bytes)}"}`
  const post = () =>
    fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    }).catch(() => undefined)
  let answer = await post()
  for (const wait of backOff) {
    if (signal.aborted || (answer && answer.status < 500)) break
    await pause(wait, signal)
    answer = await post()
  }
  return answer
}

/** Waits; an abort ends the wait. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
