/** One file of an archive, written while it is produced. */
export interface ArchiveFile {
  path: string
  content: AsyncIterable<string> | Iterable<string>
}

/** Bytes that never change. */
export interface Content {
  size: number
  /** Tells these bytes from all others. */
  tag: string
  /** From the first byte to the last, both included. Nothing is opened before it is read; a reader that leaves ends it. */
  read(first: number, last: number): ReadableStream<Uint8Array>
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
