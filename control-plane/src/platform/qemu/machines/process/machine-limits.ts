import { MiB } from '../../base/bytes.ts'
import type { GroupLimits } from '../../cgroups/cgroups.ts'
import type { Accelerator } from '../order/architecture.ts'
import type { MachineOrder } from '../order/machine-order.ts'
import { translatedCodeBytes } from '../order/translated-code.ts'

/** For QEMU with its devices, the frames of ten viewers, and the host's cache of the machine's files. */
const QEMU_BYTES = 512 * MiB
/** For the tables of a disk: 32 MiB for each of at most eight layers. */
const DISK_TABLES_BYTES = 256 * MiB
/** For the kernel's tables of the machine's memory, which take three times 1/512. */
const TABLES_SHARE = 1 / 64
/** Processors for QEMU's own work: one for disks, one for network interfaces and the display. */
const IO_CPUS = 2
/** Threads that wait for disks: 64 for each of two loops, and some more. */
const QEMU_TASKS = 256
const MAX_WEIGHT = 10_000

/** Limits of a machine's QEMU. A guest that uses all of its memory and processors stays below them. */
export function machineLimits(
  { memoryBytes, cpus, disks }: Pick<MachineOrder, 'memoryBytes' | 'cpus' | 'disks'>,
  accelerator: Accelerator,
): GroupLimits {
  const tables = Math.ceil(memoryBytes * TABLES_SHARE)
  const translated = translatedCodeBytes(memoryBytes, accelerator)
  return {
    memoryBytes: memoryBytes + tables + QEMU_BYTES + disks.length * DISK_TABLES_BYTES + translated,
    cpus: cpus + IO_CPUS,
    weight: Math.min(100 * cpus, MAX_WEIGHT),
    tasks: cpus + QEMU_TASKS,
  }
}
