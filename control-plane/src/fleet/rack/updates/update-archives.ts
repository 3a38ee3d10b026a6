import { invalidRequest } from '../../../kernel/http/errors.ts'

export interface ArchivedArtifact {
  name: string
  version: string
  kind: string
  /** SHA-256 in hexadecimal. */
  hash: string
  size: number
}

/** Content of the signed metadata of a repository. */
export interface RepositoryFacts {
  systemVersion: string
  targetsRoleVersion: number
  /** When its first role expires. */
  validUntil: Date
  artifacts: ArchivedArtifact[]
  /** Index of the root role that verified it. */
  verifiedBy: number
}

/** A received and verified repository. */
export interface ReceivedRepository extends RepositoryFacts {
  /** Id of its archive. */
  id: string
  /** SHA-256 of the archive, in hexadecimal. */
  hash: string
  /** Removes the archive; only for one without a database row. */
  discard(): Promise<void>
  /** Puts the archive in the place of that one, which has the same content, or had it before it was lost. */
  moveTo(id: string): Promise<void>
}

/** Stores archives of repositories, and verifies them by The Update Framework. */
export interface UpdateArchives {
  /** @throws 400 unless it is a valid root role, signed by its own keys, that has not expired; 503 when many wait */
  checkRoot(rootRole: unknown, now: Date): Promise<void>
  /**
   * Stores an upload if one of these root roles verifies it; otherwise removes it.
   * @throws 400 for an invalid repository, 503 when many wait, 507 without space
   */
  receive(
    body: ReadableStream<Uint8Array> | null,
    rootRoles: readonly unknown[],
    now: Date,
  ): Promise<ReceivedRepository>
  /** Reads an artifact of that archive. Fails with a PlatformError when the archive is not here, or has changed. */
  open(id: string, artifact: ArchivedArtifact): AsyncIterable<Uint8Array>
  /** Ids of all archives, including unfinished ones. */
  ids(): Promise<string[]>
  /** Removes all other archives, such as unfinished uploads of a dead process. Call at start. */
  keepOnly(ids: readonly string[]): Promise<void>
  /** Ends the checks that are running. */
  close(): Promise<void>
}

const unsupported = () => invalidRequest('update repositories cannot be kept here')

/** Update archives of a control plane without files. */
export const noUpdateArchives: UpdateArchives = {
  checkRoot: () => Promise.reject(unsupported()),
  receive: () => Promise.reject(unsupported()),
  open: () => {
    throw unsupported()
  },
  ids: () => Promise.resolve([]),
  keepOnly: () => Promise.resolve(),
  close: () => Promise.resolve(),
}

declare module '../../../kernel/services/services.ts' {
  interface WingServices {
    updateArchives: UpdateArchives
  }
}
