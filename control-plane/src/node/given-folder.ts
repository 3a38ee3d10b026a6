import { closeSync, constants, fchownSync, fstatSync, lchownSync, lstatSync, openSync, readdirSync } from 'node:fs'
import type { DataFolder } from './data-folder.ts'

interface Account {
  uid: number
  gid: number
}

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants
const ROOT = 0

/**
 * Gives the account what is root's in its folder, or in root's: folders with all that root has in them, each after its
 * content. A file of root in a folder of the account stays root's: the account can have linked or moved it there, while
 * no other user moves root's folders. Each folder is open meanwhile, so that nothing else can be put in its place.
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

/** Undefined for a link, and for what its owner has replaced or deleted meanwhile. */
function openFolder(path: string): number | undefined {
  try {
    return openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  } catch (error) {
    if (['ELOOP', 'ENOTDIR', 'ENOENT'].includes((error as NodeJS.ErrnoException).code!)) return undefined
    throw error
  }
}
