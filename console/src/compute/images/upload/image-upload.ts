import { parseJson } from '@skerry/contract/rules/json.ts'
import { apiPath, unreadableAnswer } from '~/api/client.ts'
import { ApiError } from '~/api/errors.ts'
import type { ErrorBody } from '~/api/types.gen.ts'
import { fromWire } from '~/api/wire.ts'
import { gibFor } from '~/form/validators.ts'
import { messageOf } from '~/ui/errors.ts'
import { createStore, type Store } from '~/ui/store.ts'
import { gib } from '~/ui/format/numbers.ts'
import { randomSuffix } from '~/ui/random-id.ts'
import { checksumOf } from '../fetch/validators.ts'
import type { BlockSize } from '../boot-signatures.ts'
import type { ChunkSender } from './chunk-sender.ts'
import { type Ask, cleanUp, type TemporaryThings, waitUntil } from './clean-up.ts'
import { createPace } from './pace.ts'
import { type ChunksOutcome, chunkCount } from './send-chunks.ts'
import { type Leftover, stepNames, type UploadState } from './upload-state.ts'

export interface ImageUploadRequest {
  /** Name or id. */
  project: string
  name: string
  description: string
  os: string
  version: string
  blockSize: BlockSize
  file: Blob
  /** Of the file, in hexadecimal: SHA-256 or SHA-512. Empty without one. */
  checksum: string
  /** Of the disk that takes the file, at least. */
  diskBytes: number
}

export interface ImageUpload {
  request: ImageUploadRequest
  things: TemporaryThings
  state: Store<UploadState>
  /** Goes on at once with a paused upload. */
  resume: () => void
  /** Stops, and removes what was made. */
  cancel: () => void
  /** Aborts once it is too late to cancel: the image is there, or the upload has ended or is cancelled. */
  uncancellable: AbortSignal
  /** Tries once more to remove what is left over. */
  cleanAgain: () => Promise<void>
  /** Resolves once it has ended in any way and has cleaned up. */
  ended: Promise<UploadState>
}

export interface UploadServices {
  ask: Ask
  sender: ChunkSender
  /** Where the API is, for tests; the console's own host unless said. */
  base?: string
  /** Sent along with each chunk. */
  headers?: Record<string, string>
}

const pingEvery = 5000

/** Uploads a file as an image, in the steps of `stepNames`. */
export function startImageUpload(request: ImageUploadRequest, services: UploadServices): ImageUpload {
  const { project, file } = request
  const suffix = randomSuffix()
  const things = { project, disk: `tmp-for-image-${suffix}`, snapshot: `tmp-snapshot-${suffix}` }
  const chunks = chunkCount(file)
  const state = createStore<UploadState>({
    phase: 'running',
    steps: stepNames.map(() => 'ready'),
    sent: 0,
    total: file.size,
    chunksLeft: chunks,
    chunks,
    leftovers: [],
  })
  const change = (changes: Partial<UploadState>) => state.set((now) => ({ ...now, ...changes }))
  const mark = (at: number, status: UploadState['steps'][number]) =>
    state.set((now) => ({ ...now, steps: now.steps.map((each, index) => (index === at ? status : each)) }))

  const stopper = new AbortController()
  const { signal } = stopper
  const tooLate = new AbortController()
  let goOn = () => undefined as void
  /** Its id, once it is made. */
  let image: string | undefined

  const run = async () => {
    let at = 0
    try {
      for (const step of stepsOf()) {
        signal.throwIfAborted()
        mark(at, 'running')
        await step()
        mark(at++, 'complete')
      }
      change({ phase: 'complete' })
    } catch (error) {
      const cancelled = signal.aborted
      mark(at, 'error')
      tooLate.abort()
      change({ phase: 'cleaning', message: cancelled ? 'The upload was cancelled' : messageOf(error) })
      const leftovers = await clean(cancelled)
      change({ phase: cancelled ? 'cancelled' : 'failed', leftovers })
    }
    services.sender.close()
    return state.get()
  }
  const clean = (cancelled: boolean): Promise<Leftover[]> =>
    cleanUp(services.ask, things, cancelled ? image : undefined)

  const inProject = { query: { project } }
  const onDisk = { path: { disk: things.disk }, ...inProject }
  const stepsOf = (): (() => Promise<unknown>)[] => [
    async () => {
      const { name, blockSize } = request
      await services.ask('diskCreate', {
        ...inProject,
        body: {
          name: things.disk,
          description: `Temporary, for the upload of image ${name}`,
          size: gibFor(request.diskBytes) * gib,
          diskSource: { type: 'importing_blocks', blockSize },
        },
      })
      await waitForDisk('import_ready')
    },
    () => services.ask('diskBulkWriteImportStart', onDisk),
    sendFile,
    () => services.ask('diskBulkWriteImportStop', onDisk),
    async () => {
      const checksum = request.checksum ? checksumOf(request.checksum) : null
      const uploaded = { bytes: file.size, checksum }
      await services.ask('diskFinalizeImport', {
        ...onDisk,
        body: { snapshotName: things.snapshot, file: uploaded },
      })
      await waitForDisk('detached')
      await waitUntil(viewSnapshot, (snapshot) => snapshot.state === 'ready', signal)
    },
    async () => {
      const { name, description, os, version } = request
      const source = { type: 'snapshot' as const, id: (await viewSnapshot()).id }
      const made = await services.ask('imageCreate', { ...inProject, body: { name, description, os, version, source } })
      image = made.id
      tooLate.abort()
    },
    async () => {
      const leftovers = await clean(false)
      change({ leftovers })
      if (leftovers.length > 0)
        throw new Error('The image was created, but some temporary resources could not be deleted')
    },
    () => Promise.resolve(),
  ]
  const viewSnapshot = () => services.ask('snapshotView', { path: { snapshot: things.snapshot }, ...inProject })
  const waitForDisk = (wanted: string) =>
    waitUntil(
      () => services.ask('diskView', onDisk),
      ({ state: now }) => now.state === wanted,
      signal,
    )

  const sendFile = async () => {
    const url = (services.base ?? '') + apiPath('diskBulkWriteImport', onDisk)
    const task = { file, url, blockBytes: request.blockSize, ...(services.headers && { headers: services.headers }) }
    const pace = createPace(file.size)
    const onProgress = (bytes: number) => {
      const sent = state.get().sent + bytes
      change({ sent, msLeft: pace(sent) })
    }
    let missing = Array.from({ length: chunks }, (_, number) => number)
    while (missing.length > 0) {
      const outcome = await services.sender.send(task, missing, { onProgress, signal })
      if (outcome.kind !== 'unanswered') return throwUnlessSent(outcome)
      missing = outcome.missing
      change({ phase: 'paused', chunksLeft: missing.length, msLeft: undefined })
      await untilBack()
      signal.throwIfAborted()
      change({ phase: 'running' })
      pace.rest()
    }
  }

  /** Resolves when the server answers again, or when the user resumes or cancels. */
  const untilBack = () =>
    new Promise<void>((resolve) => {
      const timer = setInterval(() => void services.ask('ping', {}).then(goOn, () => undefined), pingEvery)
      goOn = () => {
        clearInterval(timer)
        signal.removeEventListener('abort', goOn)
        resolve()
      }
      signal.addEventListener('abort', goOn)
    })

  return {
    request,
    things,
    state,
    resume: () => goOn(),
    cancel: () => {
      if (!tooLate.signal.aborted) stopper.abort(new Error('Cancelled'))
    },
    uncancellable: tooLate.signal,
    cleanAgain: async () => {
      const { phase } = state.get()
      change({ phase: 'cleaning' })
      change({ leftovers: await clean(phase === 'cancelled'), phase })
    },
    ended: run(),
  }
}

function throwUnlessSent(outcome: Exclude<ChunksOutcome, { kind: 'unanswered' }>): void {
  if (outcome.kind === 'unreadable')
    throw new Error('The file can no longer be read. It may have been changed or moved.')
  if (outcome.kind === 'refused') throw refusalError(outcome.statusCode, outcome.text)
}

/** A refused chunk as the client would have it. */
function refusalError(statusCode: number, text: string): Error {
  const answered = { statusCode, headers: new Headers() }
  try {
    const error = { ...(fromWire(parseJson(text)) as ErrorBody), statusCode }
    return new ApiError('diskBulkWriteImport', { ...answered, type: 'error', error })
  } catch {
    return new ApiError('diskBulkWriteImport', {
      ...answered,
      type: 'clientError',
      error: new Error(unreadableAnswer),
      text,
    })
  }
}
