import { createHash, randomUUID } from 'node:crypto'
import { open, readdir, rm } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { DurableFiles } from '../../file-system/durable-files.ts'
import { isNoSpace } from '../../file-system/no-space.ts'
import { freeBytes } from '../../file-system/space.ts'
import type { ArchivedArtifact, ReceivedRepository, UpdateArchives } from '../../fleet/rack/updates/update-archives.ts'
import { ApiError, badInput, insufficientCapacity, invalidRequest } from '../../kernel/http/errors.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import { JobTooLarge, type PoolLimits, WorkerPool } from '../threads/worker-pool.ts'
import { ArchiveProblem, Archive } from './archive.ts'
import type { CheckRequest, CheckResult } from './check-thread.ts'
import { folderOf, MANIFEST, MAX_MANIFEST_BYTES, readManifest } from './repository-check.ts'

/**
 * Checking a root role takes milliseconds, a repository as long as hashing its bytes: neither kind waits for the other.
 */
const ROOT_LIMITS: PoolLimits = {
  threads: 1,
  threadsOfOwner: [1],
  waiting: 16,
  waitingOfOwner: [16],
  waitMs: 10_000,
  deadlineMs: 2000,
  heapMb: 128,
}
const REPOSITORY_LIMITS: PoolLimits = {
  threads: 2,
  threadsOfOwner: [2],
  waiting: 8,
  waitingOfOwner: [8],
  waitMs: 120_000,
  deadlineMs: 300_000,
  heapMb: 256,
}
const checksOf = (limits: PoolLimits) =>
  new WorkerPool<CheckRequest, CheckResult>(new URL('check-thread.ts', import.meta.url), limits)

/** An archive, or the metadata of one that is checked, with its id. */
const OWN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:zip|metadata)$/

const LOOK_AT_SPACE_EVERY_BYTES = 8 * 2 ** 20

export interface ArchiveLimits {
  /** Largest archive in bytes. */
  maxBytes: number
  /** Bytes left free on the file system, which the database may share. */
  keepFreeBytes: number
}

/** Keeps each archive as one file of a folder, by its id. */
export class FileUpdateArchives implements UpdateArchives {
  readonly #folder: string
  readonly #limits: ArchiveLimits
  readonly #files = new DurableFiles()
  readonly #roots = checksOf(ROOT_LIMITS)
  readonly #repositories = checksOf(REPOSITORY_LIMITS)

  constructor(folder: string, limits: Partial<ArchiveLimits> = {}) {
    this.#folder = folder
    this.#limits = { maxBytes: 4 * 2 ** 30, keepFreeBytes: 256 * 2 ** 20, ...limits }
  }

  async checkRoot(rootRole: unknown, now: Date): Promise<void> {
    const result = await resultOf(this.#roots, { kind: 'root', rootRole })
    if ('problem' in result) throw invalidRequest(`not a root role that verifies by itself: ${result.problem}`)
    if ('expires' in result && result.expires <= now) throw invalidRequest('the root role has expired')
  }

  async receive(
    body: ReadableStream<Uint8Array> | null,
    rootRoles: readonly unknown[],
    now: Date,
  ): Promise<ReceivedRepository> {
    await this.#files.makeFolder(this.#folder)
    const id = randomUUID()
    const path = this.#of(id)
    const scratch = join(this.#folder, `${id}.metadata`)
    const discard = () => rm(path, { force: true })
    try {
      const hash = await this.#write(path, body)
      const result = await resultOf(this.#repositories, { kind: 'repository', path, scratch, rootRoles })
      if (!('repository' in result))
        throw invalidRequest(`the repository is refused: ${'problem' in result ? result.problem : 'it was not read'}`)
      if (result.repository.validUntil <= now) throw invalidRequest('the repository is refused: it has expired')
      const moveTo = (other: string) => this.#files.publish(path, this.#of(other))
      return { ...result.repository, id, hash, discard, moveTo }
    } catch (error) {
      await discard()
      await rm(scratch, { recursive: true, force: true })
      throw error
    }
  }

  async *open(id: string, artifact: ArchivedArtifact): AsyncGenerator<Uint8Array> {
    try {
      yield* artifactBytes(this.#of(id), artifact)
    } catch (error) {
      if (error instanceof ArchiveProblem) throw new PlatformError('permanent', `The repository: ${error.message}`)
      const { code } = error as NodeJS.ErrnoException
      throw code === 'ENOENT'
        ? new PlatformError('transient', 'The repository is not on this server: upload it again')
        : error
    }
  }

  async ids(): Promise<string[]> {
    return (await this.#own()).map(({ id }) => id)
  }

  async keepOnly(ids: readonly string[]): Promise<void> {
    const kept = new Set(ids.map((id) => `${id}.zip`))
    for (const { name } of await this.#own())
      if (!kept.has(name)) await rm(join(this.#folder, name), { recursive: true, force: true })
  }

  async close(): Promise<void> {
    await Promise.all([this.#roots.close(), this.#repositories.close()])
  }

  /** What else is in the folder, or where a link in its place leads, is not ours. */
  async #own(): Promise<{ name: string; id: string }[]> {
    await this.#files.makeFolder(this.#folder)
    return (await readdir(this.#folder)).flatMap((name) => {
      const id = OWN.exec(name)?.[1]
      return id === undefined ? [] : [{ name, id }]
    })
  }

  /** Resolves with the hash once everything is on disk. */
  async #write(path: string, body: ReadableStream<Uint8Array> | null): Promise<string> {
    const hash = createHash('sha256')
    let [size, lookAt] = [0, 0]
    await using file = await open(path, 'wx')
    try {
      for await (const part of partsOf(body)) {
        if (size + part.length > this.#limits.maxBytes)
          throw badInput(`request body exceeded maximum size of ${this.#limits.maxBytes} bytes`)
        if (size >= lookAt) {
          await this.#requireSpace()
          lookAt = size + LOOK_AT_SPACE_EVERY_BYTES
        }
        hash.update(part)
        await file.appendFile(part)
        size += part.length
      }
      await file.sync()
      await this.#files.sync(this.#folder)
    } catch (error) {
      throw isNoSpace(error) ? noSpaceForRepositories() : error
    }
    return hash.digest('hex')
  }

  #of(id: string): string {
    return join(this.#folder, `${id}.zip`)
  }

  async #requireSpace(): Promise<void> {
    if ((await freeBytes(this.#folder)) < this.#limits.keepFreeBytes) throw noSpaceForRepositories()
  }
}

const noSpaceForRepositories = () => insufficientCapacity('no disk space is left for update repositories')

/** The chunks of a body. @throws 400 when the client disconnects */
async function* partsOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? []
  } catch (error) {
    throw error instanceof ApiError ? error : badInput('the request ended before its body did')
  }
}

/** All operators share the limits. */
const OWNER = 'operators'

const resultOf = (pool: WorkerPool<CheckRequest, CheckResult>, request: CheckRequest): Promise<CheckResult> =>
  pool.run([OWNER], request).catch((error: unknown) => {
    if (error instanceof JobTooLarge) return { problem: error.message }
    throw error
  })

/** The bytes of an artifact of a verified archive. @throws after the last one unless they have the verified hash */
async function* artifactBytes(path: string, artifact: ArchivedArtifact): AsyncGenerator<Uint8Array> {
  const { name, version, kind } = artifact
  await using archive = await Archive.open(path)
  const manifest = readManifest(await archive.read(entryOf(archive, MANIFEST), MAX_MANIFEST_BYTES))
  const found = manifest.artifacts.find((each) => each.name === name && each.version === version && each.kind === kind)
  if (!found) throw new ArchiveProblem(`it has no artifact ${kind} ${name} ${version}`)
  const hash = createHash('sha256')
  for await (const chunk of await archive.stream(entryOf(archive, found.target))) {
    hash.update(chunk as Uint8Array)
    yield chunk as Uint8Array
  }
  if (hash.digest('hex') !== artifact.hash) throw new ArchiveProblem(`artifact ${kind} ${name} ${version} has changed`)
}

/** The file of a target. With consistent snapshots its name begins with a hash; a verified archive has no others. */
function entryOf(archive: Archive, target: string): string {
  const { dir, base } = posix.parse(posix.join(folderOf(archive), 'targets', target))
  const found = archive.names.find((name) => {
    const entry = posix.parse(name)
    return entry.dir === dir && entry.base.replace(/^(?:[0-9a-f]{64}|[0-9a-f]{128})\./, '') === base
  })
  if (found === undefined) throw new ArchiveProblem(`target ${target} is missing`)
  return found
}
