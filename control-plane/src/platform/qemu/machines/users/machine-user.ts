import * as z from 'zod'

/** Above the user ids of people, services and containers. */
const FIRST_UID = 1_900_000_000
/** Each data folder of a host has its own range. All are below 2 ** 31, where some programs see negative numbers. */
const RANGE = 2 ** 16
const RANGES = 3000

/** The user as which a machine runs, without a name and with a group of the same number. */
export const machineUser = z
  .int()
  .min(FIRST_UID)
  .lt(FIRST_UID + RANGES * RANGE)
export type MachineUser = z.output<typeof machineUser>

/** All user ids of machines, as a range for nftables. */
export const MACHINE_USERS = `${FIRST_UID}-${FIRST_UID + RANGES * RANGE - 1}`

/** Users of one data folder. */
export interface UserRange {
  first: MachineUser
  /** Number of users for machines. */
  count: number
}

/** All possible ranges of data folders. */
export const userRanges: readonly UserRange[] = Array.from({ length: RANGES }, (_, at) => ({
  first: FIRST_UID + at * RANGE,
  count: RANGE - 1,
}))

export const isOf = ({ first, count }: UserRange, user: number): boolean => user >= first && user < first + count

/** User of programs that read untrusted images. No machine runs as it. */
export const converterOf = ({ first, count }: UserRange): { uid: number; gid: number } => ({
  uid: first + count,
  gid: first + count,
})

const OPEN = ['sh', '-c', 'umask 0 && exec "$@"', 'sh']

/**
 * Command prefix that runs a program as that user, without capabilities and without a way to gain any. Its sockets are
 * open to everyone who may enter their folder, since another user owns the folder.
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
