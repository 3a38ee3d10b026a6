import { MiB } from '../../base/bytes.ts'
import type { GroupLimits } from '../../cgroups/cgroups.ts'
import type { Accelerator } from './architecture.ts'
import type { MachineOrder } from './machine-order.ts'

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

/** Share of a machine's memory. With a larger cache QEMU translates code less often. */
const CACHE_SHARE = 1 / 4
const LEAST_CACHE_BYTES = 32 * MiB
/** QEMU's own maximum, which machines with more than 4 GiB reach. */
const MAX_CACHE_BYTES = 1024 * MiB

/** Memory in which the QEMU of an emulated machine keeps translated code: a whole number of MiB; 0 with KVM. */
export function translatedCodeBytes(memoryBytes: number, accelerator: Accelerator): number {
  if (accelerator === 'kvm') return 0
  const bytes = Math.min(Math.max(memoryBytes * CACHE_SHARE, LEAST_CACHE_BYTES), MAX_CACHE_BYTES)
  return Math.floor(bytes / MiB) * MiB
}

/** Memory that may be promised to machines, so that it suffices for them and their translated code. */
export const withoutTranslatedCode = (bytes: number, accelerator: Accelerator): number =>
  accelerator === 'kvm' ? bytes : Math.floor(bytes / (1 + CACHE_SHARE))
