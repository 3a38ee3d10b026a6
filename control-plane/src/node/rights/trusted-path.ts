import { closeSync, constants, fstatSync, mkdirSync, openSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../start/startup-error.ts'
import { mayReplaceIn, rootOrSudo } from './own-code.ts'

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants
/** A flag of Linux without a name in Node: opens an entry of any kind without side effects. */
const O_PATH = 0x20_0000
/** Maximum number of links in a path, as in the kernel. */
const MAX_LINKS = 40

interface Followed {
  path: string
  /** Whether only root or that user can have created the link. */
  isBy(user: number): boolean
}

/**
 * As root on Linux: opens a folder, and creates it and its missing parents, step by step through open folders. Follows
 * a link only if it belongs to root or to the owner of the folder to which it leads, and no other user may replace it.
 * @throws StartupError for any other link
 */
export function openTrusted(path: string): number {
  let at = openSync('/', O_PATH | O_DIRECTORY)
  const followed: Followed[] = []
  const missing = path.split('/').filter(Boolean)
  try {
    for (let name = missing.shift(); name !== undefined; name = missing.shift()) {
      const entry = openOrMake(at, name, followed)
      if (!fstatSync(entry).isSymbolicLink()) {
        closeSync(at)
        at = entry
        continue
      }
      followed.push(linkIn(at, name, fstatSync(entry).uid))
      closeSync(entry)
      if (followed.length > MAX_LINKS) throw new StartupError(`${path} leads through more than ${MAX_LINKS} links`)
      const target = readlinkSync(inside(at, name))
      missing.unshift(...target.split('/').filter(Boolean))
      if (!target.startsWith('/')) continue
      closeSync(at)
      at = openSync('/', O_PATH | O_DIRECTORY)
    }
    requireTrusted(followed, fstatSync(at).uid)
    return openSync(inside(at, '.'), O_RDONLY | O_DIRECTORY)
  } finally {
    closeSync(at)
  }
}

const inside = (folder: number, name: string): string => `/proc/self/fd/${folder}/${name}`

function openOrMake(folder: number, name: string, followed: readonly Followed[]): number {
  const path = inside(folder, name)
  try {
    return openSync(path, O_PATH | O_NOFOLLOW)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    // The new folder will belong to root.
    requireTrusted(followed, 0)
    // `recursive`: another start may have created it meanwhile.
    mkdirSync(path, { recursive: true, mode: 0o711 })
    return openSync(path, O_PATH | O_NOFOLLOW)
  }
}

/** The link could be replaced before its target is read, so `isBy` also requires that no other user may replace it. */
function linkIn(folder: number, name: string, uid: number): Followed {
  const [found, { uids, gids }] = [fstatSync(folder), rootOrSudo()]
  return {
    path: join(readlinkSync(`/proc/self/fd/${folder}`), name),
    isBy: (user) => [0, user].includes(uid) && !mayReplaceIn(found, { uids: [...uids, user], gids }),
  }
}

function requireTrusted(followed: readonly Followed[], user: number): void {
  const link = followed.find(({ isBy }) => !isBy(user))
  if (link === undefined) return
  throw new StartupError(
    `${link.path} is a link of another user than root and the owner of the folder to which it leads, or such a user may replace it, so root does not follow it: run chown -h root: ${link.path} if it is right, let no other user write to the folder where it is, or choose another folder with SKERRY_DATA`,
  )
}
