import { parseJson } from '@skerry/contract/rules/json.ts'
import { apiPath, unreadableAnswer } from '~/api/client.ts'
import { ApiError, hasStatus } from '~/api/errors.ts'
import type { ErrorBody } from '~/api/types.gen.ts'
import { fromWire } from '~/api/wire.ts'
import { gibFor } from '~/form/validators.ts'
import { messageOf } from '~/lib/errors.ts'
import { gib } from '~/lib/format/numbers.ts'
import { createPace } from '~/lib/pace.ts'
import { randomSuffix } from '~/lib/random-id.ts'
import { createStore, type Store } from '~/lib/store.ts'
import type { BlockSize } from '../boot-signatures.ts'
import { checksumOf } from '../fetch/validators.ts'
import type { ChunkSender } from './chunk-sender.ts'
import { type Ask, cleanUp, find, type TemporaryThings, waitUntil } from './clean-up.ts'
import { type ChunksOutcome, chunkCount } from './send-chunks.ts'
import { endedSteps, type Leftover, type StepName, type StepStatus, type UploadState } from './upload-state.ts'

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

/** Uploads a file as an image, step by step. */
export function startImageUpload(request: ImageUploadRequest, services: UploadServices): ImageUpload {
  const { project, file } = request
  const suffix = randomSuffix()
  const things = { project, disk: `tmp-for-image-${suffix}`, snapshot: `tmp-snapshot-${suffix}` }
  const chunks = chunkCount(file)
  const state = createStore<UploadState>({
    phase: 'running',
    steps: [],
    sent: 0,
    total: file.size,
    chunksLeft: chunks,
    chunks,
    leftovers: [],
  })
  const change = (changes: Partial<UploadState>) => state.set((now) => ({ ...now, ...changes }))
  const mark = (name: StepName, status: StepStatus) =>
    state.set((now) => ({ ...now, steps: now.steps.map((each) => (each.name === name ? { name, status } : each)) }))

  const stopper = new AbortController()
  const { signal } = stopper
  const tooLate = new AbortController()
  let goOn = () => undefined as void
  /** Its id, once it is made. */
  let image: string | undefined
  /** The temporary thing without which the present step cannot go on. */
  let needed: 'disk' | 'snapshot' | undefined

  const run = async () => {
    const steps = stepsOf()
    change({ steps: steps.map(([name]) => ({ name, status: 'waiting' })) })
    try {
      for (const [name, step] of steps) {
        signal.throwIfAborted()
        mark(name, 'running')
        await step()
        mark(name, 'complete')
      }
      change({ phase: 'complete' })
    } catch (error) {
      const cancelled = signal.aborted
      change({ steps: endedSteps(state.get().steps, cancelled ? 'cancelled' : 'error') })
      tooLate.abort()
      const message = cancelled ? 'The upload was cancelled' : ((await reasonOfLoss()) ?? messageOf(error))
      change({ phase: 'cleaning', message })
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
  const viewDisk = () => services.ask('diskView', onDisk)
  const viewSnapshot = () => services.ask('snapshotView', { path: { snapshot: things.snapshot }, ...inProject })
  const waitForDisk = (wanted: string) => waitUntil(viewDisk, ({ state: now }) => now.state === wanted, signal)

  /** Why the upload cannot go on, where another tab or user has ended it. */
  const reasonOfLoss = async (): Promise<string | undefined> => {
    if (!needed) return undefined
    try {
      if (await find<unknown>(needed === 'disk' ? viewDisk() : viewSnapshot())) return undefined
    } catch {
      return undefined
    }
    return needed === 'disk'
      ? 'The import was cancelled elsewhere, or its temporary disk deleted. Upload the file again.'
      : 'The temporary snapshot was deleted elsewhere. Upload the file again.'
  }

  const finalize = async () => {
    const checksum = request.checksum ? checksumOf(request.checksum) : null
    const uploaded = { bytes: file.size, checksum }
    await services.ask('diskFinalizeImport', { ...onDisk, body: { snapshotName: things.snapshot, file: uploaded } })
    await waitForDisk('detached')
  }
  const waitForSnapshot = async () => {
    needed = 'snapshot'
    await waitUntil(viewSnapshot, (snapshot) => snapshot.state === 'ready', signal)
  }
  /** The snapshot's failure: there is no room for it, or the disk was finalized before. */
  const isOfSnapshot = async (error: unknown): Promise<boolean> =>
    hasStatus(error, 507) || (await viewDisk()).state.state === 'detached'

  /** One request verifies the file and takes the snapshot: which of both failed is seen afterwards. */
  const verifyAndSnapshot = (): [StepName, () => Promise<unknown>][] => {
    if (!request.checksum) return [['Verify the file and take a snapshot', () => finalize().then(waitForSnapshot)]]
    let failure: { error: unknown } | undefined
    return [
      [
        'Verify the checksum',
        async () => {
          try {
            await finalize()
          } catch (error) {
            if (!(await isOfSnapshot(error).catch(() => false))) throw error
            failure = { error }
          }
        },
      ],
      [
        'Take a snapshot of the disk',
        async () => {
          if (failure) throw failure.error
          await waitForSnapshot()
        },
      ],
    ]
  }
  const stepsOf = (): [StepName, () => Promise<unknown>][] => [
    [
      'Create temporary disk',
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
        needed = 'disk'
        await waitForDisk('import_ready')
      },
    ],
    ['Start the import', () => services.ask('diskBulkWriteImportStart', onDisk)],
    ['Upload the file', sendFile],
    ['Stop the import', () => services.ask('diskBulkWriteImportStop', onDisk)],
    ...verifyAndSnapshot(),
    [
      'Create the image',
      async () => {
        const { name, description, os, version } = request
        const source = { type: 'snapshot' as const, id: (await viewSnapshot()).id }
        const made = await services.ask('imageCreate', {
          ...inProject,
          body: { name, description, os, version, source },
        })
        image = made.id
        needed = undefined
        tooLate.abort()
      },
    ],
    [
      'Delete temporary snapshot and disk',
      async () => {
        const leftovers = await clean(false)
        change({ leftovers })
        if (leftovers.length > 0)
          throw new Error('The image was created, but some temporary resources could not be deleted')
      },
    ],
    ['Done', () => Promise.resolve()],
  ]

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
