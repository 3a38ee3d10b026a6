import * as z from 'zod'

/** Numbers above those of people, services and containers. */
const FIRST_UID = 1_900_000_000
/** Each data folder of a host has a range of its own. All are below 2 ** 31, where some programs see negative numbers. */
const RANGE = 2 ** 16
const RANGES = 3000
/** Those before are of earlier versions, which had them in common. */
const FIRST_RANGE = 2

/** The user as which a machine runs, without a name and with a group of the same number. */
export const machineUser = z
  .int()
  .min(FIRST_UID)
  .lt(FIRST_UID + RANGES * RANGE)
export type MachineUser = z.output<typeof machineUser>

/** The same numbers for nftables. */
export const MACHINE_USERS = `${FIRST_UID}-${FIRST_UID + RANGES * RANGE - 1}`

/** Users of one data folder. */
export interface UserRange {
  first: MachineUser
  /** How many of them are for machines. */
  count: number
}

/** All ranges that a data folder can have. */
export const userRanges: readonly UserRange[] = Array.from({ length: RANGES - FIRST_RANGE }, (_, at) => ({
  first: FIRST_UID + (FIRST_RANGE + at) * RANGE,
  count: RANGE - 1,
}))

export const isOf = ({ first, count }: UserRange, user: number): boolean => user >= first && user < first + count

/** As which programs read untrusted images: no machine's user. */
export const converterOf = ({ first, count }: UserRange): { uid: number; gid: number } => ({
  uid: first + count,
  gid: first + count,
})

const OPEN = ['sh', '-c', 'umask 0 && exec "$@"', 'sh']

/**
 * What starts a program as that user, without capabilities or a way to get some. The sockets that it makes are open to
 * everyone who may enter their folder: the owner of the folder is another user.
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
