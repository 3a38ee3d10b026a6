import * as z from 'zod'

/** Numbers above those of people, services and containers. */
const FIRST_UID = 1_900_000_000
const MAX_USERS = 2 ** 16

/** The user as which a machine runs, without a name and with a group of the same number. */
export const machineUser = z
  .int()
  .min(FIRST_UID)
  .lt(FIRST_UID + MAX_USERS)
export type MachineUser = z.output<typeof machineUser>

/** The same numbers for nftables. */
export const MACHINE_USERS = `${FIRST_UID}-${FIRST_UID + MAX_USERS - 1}`

/** As which programs read images that nobody trusts: no machine's user. */
export const CONVERTER = { uid: FIRST_UID + MAX_USERS, gid: FIRST_UID + MAX_USERS } as const

/** The first user that is none of these. */
export function freeUser(taken: ReadonlySet<MachineUser>): MachineUser {
  let user = FIRST_UID
  while (taken.has(user)) user++
  return user
}

const OPEN = ['sh', '-c', 'umask 0 && exec "$@"', 'sh']

/**
 * What starts a program as that user, without capabilities or a way to get some. The sockets that it makes are open to
 * everyone who may enter their folder: the owner of the folder is somebody else.
 */
export function asUser(user: MachineUser, group: number | null): string[] {
  const groups = group === null ? '--clear-groups' : `--groups=${group}`
  return [
    'setpriv',
    `--reuid=${user}`,
    `--regid=${user}`,
    groups,
    '--bounding-set=-all',
    '--no-new-privs',
    '--',
    ...OPEN,
  ]
}
