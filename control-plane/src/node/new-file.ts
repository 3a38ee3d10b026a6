import { constants } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'

const { O_CREAT, O_EXCL, O_RDWR } = constants

/** Creates an empty file. Removes an entry of that name first; a link is removed and not followed. */
export async function newFile(path: string, flags = 0): Promise<FileHandle> {
  await rm(path, { force: true })
  return open(path, O_RDWR | O_CREAT | O_EXCL | flags, 0o600)
}
