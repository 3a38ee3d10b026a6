import { closeSync, constants, fchownSync, fstatSync, lchownSync, lstatSync, openSync, readdirSync } from 'node:fs'
import type { DataFolder } from '../folder/data-folder.ts'

interface Account {
  uid: number
  gid: number
}

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants
const ROOT = 0

/**
 * Changes the owner from root to the account: of the folder, and of folders and files in folders of root. A file of
 * root in the account's own folder stays root's, since the account may have linked or moved it there. Each folder is
 * held open, so that nothing can take its place meanwhile.
 */
export function giveFolder({ path }: DataFolder, account: Account): void {
  give(`${path}/.`, account)
}

function give(path: string, account: Account): void {
  const folder = openFolder(path)
  if (folder === undefined) return
  try {
    const { uid, gid } = fstatSync(folder)
    if (![ROOT, account.uid].includes(uid)) return
    const own = `/proc/self/fd/${folder}`
    for (const entry of readdirSync(own, { withFileTypes: true })) {
      const at = `${own}/${entry.name}`
      if (entry.isDirectory()) give(at, account)
      else if (uid === ROOT) giveFile(at, account)
    }
    if (uid === ROOT) fchownSync(folder, account.uid, givenGroup(gid, account))
  } finally {
    closeSync(folder)
  }
}

function giveFile(path: string, account: Account): void {
  const { uid, gid } = lstatSync(path)
  if (uid === ROOT) lchownSync(path, account.uid, givenGroup(gid, account))
}

const givenGroup = (gid: number, account: Account) => (gid === ROOT ? account.gid : gid)

/** Undefined for a link, and for an entry that its owner has replaced or deleted meanwhile. */
function openFolder(path: string): number | undefined {
  try {
    return openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  } catch (error) {
    if (['ELOOP', 'ENOTDIR', 'ENOENT'].includes((error as NodeJS.ErrnoException).code!)) return undefined
    throw error
  }
}
