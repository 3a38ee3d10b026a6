import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { folderPlace } from '../../base/folder-place.ts'
import { isAlive, usersWithProcesses } from '../../base/process-id.ts'
import { hasProcesses } from '../../cgroups/group-processes.ts'
import { machineUser } from '../users/machine-user.ts'

/**
 * The process that was started for a machine, with properties that it and its children cannot change, by which they are
 * found.
 */
export const startedProcess = z.strictObject({
  pid: z
    .int()
    .min(2)
    .max(2 ** 22),
  /** Ticks since the host's boot. */
  startTime: z.int().min(-1),
  /** User of this machine only. Null if all machines use the server's user. */
  user: machineUser.nullable(),
  /** The cgroup of the process. Null without one. */
  cgroup: z.string().nullable(),
  /** The host's boot and the place of the machine's folder at its start: see `bootAndPlaceOf`. */
  bootAndPlace: z.string(),
})
export type StartedProcess = z.output<typeof startedProcess>

/** Whether the process or one of its children still runs. */
export async function remains(started: StartedProcess): Promise<boolean> {
  const { cgroup, user } = started
  if (cgroup !== null || user === null || isAlive(started)) return mayRemain(started)
  return (await usersWithProcesses()).has(user)
}

/** Cheap version of `remains`: also true if only a scan of all processes could show that nothing remains. */
export function mayRemain(started: StartedProcess): boolean {
  const { cgroup, user } = started
  if (isAlive(started)) return true
  // The kernel knows all processes of a group, and none may leave it.
  return cgroup === null ? user !== null : hasProcesses(cgroup)
}

/** Boot and place of a folder: a process of a copied folder, or from before the host's last boot, has other values. */
export function bootAndPlaceOf(folder: string): string {
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${folderPlace(folder)}`
}
