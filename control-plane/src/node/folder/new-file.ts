import { constants } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { shownPath } from '../../file-system/plain-file.ts'
import { StartupError } from '../start/startup-error.ts'

const { O_CREAT, O_EXCL, O_RDWR } = constants

/**
 * Creates an empty file. Removes an entry of that name first; a link is removed and not followed. Throws StartupError for
 * a folder.
 */
export async function newFile(path: string, flags = 0): Promise<FileHandle> {
  await rm(path, { force: true }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ERR_FS_EISDIR'
      ? new StartupError(`${shownPath(path)} is a folder, where Skerry writes a file: move it away`)
      : error
  })
  return open(path, O_RDWR | O_CREAT | O_EXCL | flags, 0o600)
}
