/** The id of the database that the server's files belong to, kept beside them. */
export interface FilesMark {
  /** Path of the file that contains the id. */
  readonly path: string
  /** Undefined for files that were never marked; empty for a damaged mark. Rejects if it cannot be read. */
  read(): Promise<string | undefined>
  /** Resolves once it is on disk. */
  write(id: string): Promise<void>
}
