import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmdirSync, symlinkSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Longest path of a Unix socket on every system we run on, less the file name PostgreSQL adds. */
const LONGEST = 100 - '/.s.PGSQL.5432'.length
const PREFIX = 'skerry-'
const NAME = new RegExp(String.raw`^${PREFIX}\w{6}$`)
const LINK = 'db'

/** A path for the sockets in a folder. */
export interface SocketFolder {
  path: string
  /** Removes the links of processes that were killed. Called once no other process uses the folder. */
  removeOthers(): void
  /** Called once nothing uses it. Safe to call twice. */
  release(): void
}

/**
 * The folder, or a short link to it where its path is too long for a socket. The link is removed by `release`, at the end
 * of this process, or, if that is killed, by the next one that uses the folder.
 */
export function socketFolder(folder: string): SocketFolder {
  if (Buffer.byteLength(folder) <= LONGEST) return { path: folder, removeOthers() {}, release() {} }
  const parent = mkdtempSync(join(tmpdir(), PREFIX))
  symlinkSync(folder, join(parent, LINK))
  const remove = () => removeLink(parent, folder)
  process.once('exit', remove)
  return {
    path: join(parent, LINK),
    removeOthers() {
      for (const name of namesIn(tmpdir()))
        if (NAME.test(name) && join(tmpdir(), name) !== parent) removeLink(join(tmpdir(), name), folder)
    },
    release() {
      process.off('exit', remove)
      remove()
    },
  }
}

/** Removes a folder that has nothing but our link to this folder: a link in its place is not followed, and stays. */
function removeLink(parent: string, folder: string): void {
  try {
    const found = lstatSync(parent)
    if (!found.isDirectory() || found.uid !== process.getuid?.()) return
    if (readlinkSync(join(parent, LINK)) !== folder || readdirSync(parent).length > 1) return
    unlinkSync(join(parent, LINK))
    rmdirSync(parent)
  } catch {
    // It is gone, or is no such folder.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
