import type { MachineOrder } from '../machines/order/machine-order.ts'
import { translatedCodeBytes } from '../machines/order/translated-code.ts'
import type { Accelerator } from '../machines/process/command-line.ts'

/** Limits of the processes in a cgroup. */
export interface GroupLimits {
  /** The kernel kills processes that need more. They may swap out as much again. */
  memoryBytes: number
  /** Maximum number of busy processors. */
  cpus: number
  /** Share of processor time under load. Other processes have 100 by default. */
  weight: number
  /** Maximum number of processes and threads. */
  tasks: number
}

const MiB = 2 ** 20
/** For QEMU with its devices, the frames of ten viewers, and the host's cache of the machine's files. */
const QEMU_BYTES = 512 * MiB
/** For the tables of a disk: 32 MiB for each of at most eight layers. */
const DISK_BYTES = 256 * MiB
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
    memoryBytes: memoryBytes + tables + QEMU_BYTES + disks.length * DISK_BYTES + translated,
    cpus: cpus + IO_CPUS,
    weight: Math.min(100 * cpus, MAX_WEIGHT),
    tasks: cpus + QEMU_TASKS,
  }
}

/** Limits of a program that connects a machine or serves a network. */
export const networkLimits: GroupLimits = { memoryBytes: 512 * MiB, cpus: 2, weight: 100, tasks: 64 }
