import { basename } from 'node:path'
import * as z from 'zod'
import type { InstanceSpec } from '../../../interface/instances.ts'
import { PlatformError } from '../../../interface/platform-error.ts'
import type { BlockSize } from '../../../interface/volumes.ts'
import { MiB } from '../../base/bytes.ts'
import type { Layer } from '../../volumes/chain-reader.ts'
import type { Firmware, Medium } from '../../volumes/formats/boot-code.ts'
import { machineUser, type MachineUser } from '../users/machine-user.ts'
import type { EfiFirmware } from './architecture.ts'

const MAC = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i
/** Limits of what a caller can request, above those of the control plane. */
const MAX_DISKS = 64
const MAX_LAYERS = 256
const MAX_NICS = 32

export const id = z.guid()

/** A file of a disk, named by its id and format. */
export const orderedLayer = z.strictObject({ id, format: z.enum(['raw', 'qcow2']) })
export type OrderedLayer = z.output<typeof orderedLayer>
export const layerFile = ({ id, format }: OrderedLayer): string => `${id}.${format}`
export const layerOf = ({ path, format }: Layer): OrderedLayer => ({ id: basename(path, `.${format}`), format })

const orderedDisk = z.strictObject({
  volumeId: id,
  boot: z.boolean(),
  medium: z.enum(['disk', 'cd']) satisfies z.ZodType<Medium>,
  blockSize: z.union([z.literal(512), z.literal(2048), z.literal(4096)]) satisfies z.ZodType<BlockSize>,
  /** Newest first: the machine writes only to the first one, and to none of a CD. */
  layers: z.array(orderedLayer).min(1).max(MAX_LAYERS),
})

const orderedNic = z.strictObject({
  id,
  mac: z.string().regex(MAC),
  ip: z.union([z.ipv4(), z.ipv6()]),
  prefixLength: z.int().min(0).max(128),
  primary: z.boolean(),
})

/**
 * A request to a host to start a machine: ids and bounded numbers, from which the host itself derives files, links and
 * arguments.
 */
export const machineOrder = z.strictObject({
  id,
  runId: id,
  /** Null for the host's own user. */
  user: machineUser.nullable(),
  /** Port of the host's loopback that leads to its SSH server; null for none. */
  sshPort: z.int().min(1024).max(65_535).nullable(),
  cpus: z.int().min(1).max(255),
  memoryBytes: z.int().min(MiB),
  firmware: z.enum(['bios', 'efi']) satisfies z.ZodType<Firmware>,
  /** In the machine's slot order. */
  disks: z.array(orderedDisk).max(MAX_DISKS),
  nics: z.array(orderedNic).max(MAX_NICS),
})
export type MachineOrder = z.output<typeof machineOrder>
export type OrderedNic = MachineOrder['nics'][number]
export type OrderedDisk = MachineOrder['disks'][number]

/** Validates an order of any origin. @throws `permanent` for anything else */
export function checkedOrder(value: unknown): MachineOrder {
  const { data, error } = machineOrder.safeParse(value)
  if (error) throw new PlatformError('permanent', `The machine cannot be started: ${z.prettifyError(error)}`)
  return data
}

/** A disk of a machine as it is stored. */
export interface StoredDisk {
  chain: readonly Layer[]
  blockSize: BlockSize
  medium: Medium
}

/** Parameters of a machine's start, apart from its specification. */
export interface MachineStart {
  /** The specification's volumes, in their order. */
  disks: readonly StoredDisk[]
  user: MachineUser | null
  /** Port of the host that leads to the machine's SSH server. */
  sshPort: number | null
  /** Null for a machine with a BIOS. */
  efi: EfiFirmware | null
}

/** Disks in the firmware's boot order. */
export const bootOrder = <Disk extends { boot: boolean }>(disks: readonly Disk[]): Disk[] =>
  disks.toSorted((one, other) => Number(other.boot) - Number(one.boot))

/** @param stored the specification's volumes, in their order */
export function orderOf(
  { id, ncpus, memoryBytes, volumes, nics }: InstanceSpec,
  stored: readonly StoredDisk[],
  { runId, user, sshPort, firmware }: Pick<MachineOrder, 'runId' | 'user' | 'sshPort' | 'firmware'>,
): MachineOrder {
  return checkedOrder({
    id,
    runId,
    user,
    sshPort,
    cpus: ncpus,
    memoryBytes,
    firmware,
    disks: volumes.map((volume, at) => ({
      volumeId: volume.id,
      boot: volume.boot,
      medium: stored[at]!.medium,
      blockSize: stored[at]!.blockSize,
      layers: stored[at]!.chain.map(layerOf),
    })),
    nics: nics.map(({ id, mac, ip, prefixLength, primary }) => ({ id, mac, ip, prefixLength, primary })),
  })
}
