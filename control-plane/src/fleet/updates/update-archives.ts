import { invalidRequest } from '../../kernel/errors.ts'

export interface ArchivedArtifact {
  name: string
  version: string
  kind: string
  /** SHA-256 in hexadecimal. */
  hash: string
  size: number
}

/** What the signed metadata of a repository says. */
export interface RepositoryFacts {
  systemVersion: string
  targetsRoleVersion: number
  /** When the first of its roles expires. */
  validUntil: Date
  artifacts: ArchivedArtifact[]
  /** Which of the root roles verified it, by its place among them. */
  verifiedBy: number
}

/** A repository that was received, found to be whole, and verified. */
export interface ReceivedRepository extends RepositoryFacts {
  /** That its archive is kept under. */
  id: string
  /** SHA-256 of the archive, in hexadecimal. */
  hash: string
  /** Removes the archive, where nothing refers to it. */
  discard(): Promise<void>
}

/** Keeps the archives of repositories, and verifies them by The Update Framework. */
export interface UpdateArchives {
  /** @throws 400 for what is no root role, does not verify by itself, or has expired */
  checkRoot(rootRole: unknown, now: Date): Promise<void>
  /**
   * Keeps what is uploaded once it is verified by one of these root roles; nothing is left of what is refused.
   * @throws 400 for what does not hold, 507 without space
   */
  receive(
    body: ReadableStream<Uint8Array> | null,
    rootRoles: readonly unknown[],
    now: Date,
  ): Promise<ReceivedRepository>
  /** Removes all archives but these: what was being received when a process ended. For a start. */
  keepOnly(ids: readonly string[]): Promise<void>
}

const nowhere = () => invalidRequest('update repositories cannot be kept here')

/** For a control plane without files. */
export const noUpdateArchives: UpdateArchives = {
  checkRoot: () => Promise.reject(nowhere()),
  receive: () => Promise.reject(nowhere()),
  keepOnly: () => Promise.resolve(),
}

declare module '../../kernel/services.ts' {
  interface WingServices {
    updateArchives: UpdateArchives
  }
}
