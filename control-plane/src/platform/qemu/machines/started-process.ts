import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { hasProcesses } from '../cgroups/group-processes.ts'
import { placeOf } from '../host-identity.ts'
import { machineUser } from './machine-user.ts'
import { isAlive, usersWithProcesses } from './process-id.ts'

/**
 * The process that was started for a machine, and what it and its children cannot change: by that they are found,
 * whatever a guest makes of them. The defaults are for what an earlier version has started.
 */
export const startedProcess = z.strictObject({
  pid: z
    .int()
    .min(2)
    .max(2 ** 22),
  /** In ticks since the host's boot. */
  startTime: z.int().min(-1),
  /** Has no other processes. Null where all machines have the server's user. */
  user: machineUser.nullable().default(null),
  /** The cgroup that it is in. Null where there is none. */
  cgroup: z.string().nullable().default(null),
  /** The host's boot and the place of the machine's folder for which it was started: see `bootAndPlaceOf`. */
  bootAndPlace: z.string().nullable().default(null),
})
export type StartedProcess = z.output<typeof startedProcess>

/** Whether it or a child that it has left still runs. */
export async function remains(started: StartedProcess): Promise<boolean> {
  const { cgroup, user } = started
  if (cgroup !== null || user === null || isAlive(started)) return mayRemain(started)
  return (await usersWithProcesses()).has(user)
}

/** Cheap. Whether it remains; true also while only a scan of all processes could show that it does not. */
export function mayRemain(started: StartedProcess): boolean {
  const { cgroup, user } = started
  if (isAlive(started)) return true
  // The kernel counts each process of a group, and none has the right to leave it.
  return cgroup === null ? user !== null : hasProcesses(cgroup)
}

/** Of a folder: what was started for a copy of it, or before the host's last boot, has another one. */
export function bootAndPlaceOf(folder: string): string {
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${placeOf(folder)}`
}
