import type { Content } from '../../kernel/http/ranges.ts'

/** One file of an archive, written while it is produced. */
export interface ArchiveFile {
  path: string
  content: AsyncIterable<string> | Iterable<string>
}

/** Where archives are kept by their ids, each a zip file. */
export interface Archives {
  /**
   * Makes an archive, whole or not at all, in place of one that is there.
   * @throws PlatformError `no-space`, or what producing a file threw
   */
  write(id: string, files: AsyncIterable<ArchiveFile>): Promise<void>
  /** The archive itself; undefined when there is none. */
  whole(id: string): Promise<Content | undefined>
  /** The paths of its files, in order. */
  paths(id: string): Promise<string[] | undefined>
  /** What one of its files holds. */
  file(id: string, path: string): Promise<Content | undefined>
  /** What does not exist is removed already. */
  remove(id: string): Promise<void>
  /** Ids of all that are kept. */
  ids(): Promise<string[]>
}

declare module '../../kernel/services.ts' {
  interface WingServices {
    archives: Archives
  }
}
