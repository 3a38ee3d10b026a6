import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants
/** More than any of the small files has that the server reads at its start. */
const MAX_BYTES = 2 ** 16

/** Something else, or another user's, is where a file or folder should be. The message names the place. */
export class NoPlainFile extends Error {
  override name = 'NoPlainFile'
}

/**
 * The text of a small file, without following a link or waiting for who writes to a FIFO: another user may have put
 * either there. Undefined where there is none. @throws NoPlainFile
 */
export function readPlainFile(path: string): string | undefined {
  const file = open(path)
  if (file === undefined) return undefined
  try {
    if (!fstatSync(file).isFile()) throw notPlain(path)
    const bytes = Buffer.alloc(MAX_BYTES)
    return bytes.toString('utf8', 0, readSync(file, bytes))
  } finally {
    closeSync(file)
  }
}

function open(path: string): number | undefined {
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    // A link, or a socket.
    throw code === 'ELOOP' || code === 'ENXIO' ? notPlain(path) : error
  }
}

const notPlain = (path: string) =>
  new NoPlainFile(`${shownPath(path)} is no file, but a link or something else: remove it`)

/** For an operator, where an open folder leads to it. */
export function shownPath(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path))
  } catch {
    return path
  }
}
