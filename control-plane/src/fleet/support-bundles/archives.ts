import type { Content } from '../../kernel/http/ranges.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'

/** One file of an archive, written while it is produced. */
export interface ArchiveFile {
  path: string
  content: AsyncIterable<string> | Iterable<string>
}

export interface ListedFile {
  path: string
  size: number
  timeModified: Date
}

/** Stores zip archives by id. */
export interface Archives {
  /**
   * Writes an archive atomically; replaces an existing one.
   * @throws PlatformError `no-space`, and errors of producing a file
   */
  write(id: string, files: AsyncIterable<ArchiveFile>): Promise<void>
  /** The zip file; undefined when there is none. */
  whole(id: string): Promise<Content | undefined>
  /** The archive's files, in the order in which they were written. */
  files(id: string): Promise<ListedFile[] | undefined>
  /** Content of one of the archive's files. */
  file(id: string, path: string): Promise<Content | undefined>
  /** Does nothing if there is no archive. */
  remove(id: string): Promise<void>
  /** Ids of all archives. */
  ids(): Promise<string[]>
}

declare module '../../kernel/services/services.ts' {
  interface WingServices {
    archives: Archives
  }
}

/** Support bundles of a control plane without a file system, as in the browser. */
export const noArchives: Archives = {
  async write() {
    throw new PlatformError('permanent', 'There is nowhere to keep files here')
  },
  whole: async () => undefined,
  files: async () => undefined,
  file: async () => undefined,
  async remove() {},
  ids: async () => [],
}
