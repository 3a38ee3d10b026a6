import { closeSync, constants, fstatSync, mkdirSync, openSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { mayReplaceIn, rootOrSudo } from './own-code.ts'
import { StartupError } from './startup-error.ts'

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants
/** Of Linux: opens whatever is there, to no effect. Node has no name for it. */
const O_PATH = 0x20_0000
/** As many as the kernel follows. */
const MOST_LINKS = 40

interface Followed {
  path: string
  /** Whether only root and that user can have put it there. */
  isBy(user: number): boolean
}

/**
 * As root on Linux: opens a folder, and makes it with those above it that are missing. Goes from folder to folder by open
 * ones. Follows links of root and those of the user who has the folder to which they lead, if no other user may replace
 * them. @throws StartupError for any other link
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
      if (followed.length > MOST_LINKS) throw new StartupError(`${path} leads through more than ${MOST_LINKS} links`)
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
    // It will be root's.
    requireTrusted(followed, 0)
    // Also where another start has just made it.
    mkdirSync(path, { recursive: true, mode: 0o711 })
    return openSync(path, O_PATH | O_NOFOLLOW)
  }
}

/** Its text can be another link's, if that is put in its place: so it also counts who may do that. */
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
