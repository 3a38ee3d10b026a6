import { constants } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'

const { O_CREAT, O_EXCL, O_RDWR } = constants

/** An empty file in place of whatever has that name, such as a link, which is removed and not followed. */
export async function newFile(path: string, flags = 0): Promise<FileHandle> {
  await rm(path, { force: true })
  return open(path, O_RDWR | O_CREAT | O_EXCL | flags, 0o600)
}
