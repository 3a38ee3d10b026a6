import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { PlatformError } from '../../../interface/platform-error.ts'
import { usersWithProcesses } from '../../base/process-id.ts'
import { isOf, type UserRange, userRanges } from './machine-user.ts'

/**
 * Links of root, each named by the first user of a range and leading to the tag of its data folder. A restart of the
 * host deletes them.
 */
const CLAIMS = '/run/skerry/users'

/**
 * Claims users that no other data folder of this host uses. They stay the same until the host restarts, since machines
 * outlive servers. Creating a link is atomic, so only one process succeeds.
 */
export async function claimUsers(tag: string): Promise<UserRange> {
  mkdirSync(CLAIMS, { recursive: true, mode: 0o755 })
  const claims = claimedRanges()
  const own = userRanges.find(({ first }) => claims.get(`${first}`) === tag)
  if (own) return own
  const busy = [...(await usersWithProcesses())]
  const isFree = (range: UserRange) => !claims.has(`${range.first}`) && !busy.some((user) => isOf(range, user))
  const claimed = userRanges.find((range) => isFree(range) && claim(range, tag))
  if (claimed) return claimed
  throw new PlatformError('permanent', `No users are left for machines: delete the links of gone folders in ${CLAIMS}`)
}

/** Releases the claim of a deleted data folder. */
export function releaseUsers(tag: string): void {
  for (const [name, holder] of claimedRanges()) if (holder === tag) rmSync(join(CLAIMS, name))
}

function claim({ first }: UserRange, tag: string): boolean {
  try {
    symlinkSync(tag, join(CLAIMS, `${first}`))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/** The tag of each claimed range. */
function claimedRanges(): Map<string, string> {
  const claims = new Map<string, string>()
  for (const name of existsSync(CLAIMS) ? readdirSync(CLAIMS) : []) {
    try {
      claims.set(name, readlinkSync(join(CLAIMS, name)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return claims
}
