import type { InstanceNic, InstanceSpec } from '../../instances.ts'
import { PlatformError } from '../../platform-error.ts'
import type { BlockSize } from '../../volumes.ts'
import type { Layer } from '../volumes/chain-reader.ts'
import { layerNodes, nodeName } from './block-nodes.ts'
import { diskDevice } from './live-disks.ts'
import { qemuFiles } from './machine-files.ts'

export type Accelerator = 'kvm' | 'tcg'

/** Where a volume's bytes are. */
export interface VolumeLayers {
  /** The newest first: the machine writes to it alone. */
  chain: readonly Layer[]
  blockSize: BlockSize
}

/** How a network interface reaches its network: QEMU's `netdev` object without its id. */
export type NicBackend = Readonly<Record<string, unknown>>

export interface MachinePlan {
  spec: InstanceSpec
  runId: string
  accelerator: Accelerator
  /** By volume id. */
  volumes: ReadonlyMap<string, VolumeLayers>
  /** By id of the network interface. One without a backend is not plugged in. */
  nics: ReadonlyMap<string, NicBackend>
}

const MiB = 2 ** 20
const MAX_CPUS = 255
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MAC = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i
const SANDBOX = 'on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny'
/** Length of a SCSI disk's serial number, by which guests find it in /dev/disk/by-id. */
const SERIAL_CHARACTERS = 20

/**
 * The arguments of QEMU for a machine. It starts paused, and stays when its guest powers off, so that neither is missed.
 * Values of the specification stand only in JSON or are numbers and UUIDs: none can become an option.
 */
export function commandLine({ spec, runId, accelerator, volumes, nics }: MachinePlan): string[] {
  const { ncpus, memoryBytes } = spec
  if (!Number.isInteger(ncpus) || ncpus < 1 || ncpus > MAX_CPUS) throw refused(`${ncpus} CPUs`)
  const memoryMiB = Math.floor(memoryBytes / MiB)
  if (!Number.isSafeInteger(memoryMiB) || memoryMiB < 1) throw refused(`${memoryBytes} bytes of memory`)
  return [
    '-nodefaults',
    '-no-user-config',
    ['-sandbox', SANDBOX],
    ['-name', `guest=${uuid(runId)}`],
    ['-uuid', uuid(spec.id)],
    ['-machine', 'q35,vmport=off,hpet=off'],
    ['-accel', accelerator],
    ['-cpu', accelerator === 'kvm' ? 'host' : 'max'],
    ['-smp', `${ncpus}`],
    ['-m', `size=${memoryMiB}M`],
    ['-rtc', 'base=utc'],
    ['-display', 'none'],
    ['-boot', 'strict=on'],
    ['-action', 'shutdown=pause,reboot=reset'],
    '-S',
    ['-chardev', `socket,id=qmp,path=${qemuFiles.qmp},server=on,wait=off`],
    ['-mon', 'chardev=qmp,mode=control'],
    [
      '-chardev',
      `socket,id=serial,path=${qemuFiles.serial},server=on,wait=off,logfile=${qemuFiles.serialLog},logappend=on`,
    ],
    device({ driver: 'isa-serial', chardev: 'serial' }),
    device({ driver: 'virtio-rng-pci' }),
    disks(spec, volumes),
    spec.nics.flatMap((nic, index) => networkInterface(nic, index, nics.get(nic.id))),
  ].flat()
}

const refused = (what: string) => new PlatformError('permanent', `A machine cannot have ${what}`)
const device = (properties: Readonly<Record<string, unknown>>) => ['-device', JSON.stringify(properties)]

function uuid(id: string): string {
  if (!UUID.test(id)) throw refused(`the id ${JSON.stringify(id)}`)
  return id
}

/** One SCSI controller has them all: it takes and gives disks while the machine runs. */
function disks({ volumes }: InstanceSpec, stored: MachinePlan['volumes']): string[] {
  const bootFirst = volumes.toSorted((one, other) => Number(other.boot) - Number(one.boot))
  const iothread = ['-object', JSON.stringify({ 'qom-type': 'iothread', id: 'disks' })]
  const controller = device({ driver: 'virtio-scsi-pci', id: 'scsi', iothread: 'disks' })
  const chains: (readonly Layer[])[] = []
  const attached = volumes.flatMap((volume, slot) => {
    const layers = stored.get(volume.id)
    if (!layers?.chain[0]) throw new PlatformError('gone', `There is no volume ${volume.id}`)
    chains.push(layers.chain)
    return disk(uuid(volume.id), slot, nodeName(layers.chain[0]), layers.blockSize, bootFirst.indexOf(volume))
  })
  const cidata = { driver: 'file', filename: qemuFiles.cidata }
  return [
    iothread,
    controller,
    layerNodes(chains).flatMap((node) => ['-blockdev', JSON.stringify(node)]),
    attached,
    ['-blockdev', JSON.stringify({ driver: 'raw', 'node-name': 'cidata', 'read-only': true, file: cidata })],
    device({ driver: 'scsi-hd', id: 'cidata-disk', bus: 'scsi.0', 'scsi-id': volumes.length, drive: 'cidata' }),
  ].flat()
}

function disk(id: string, slot: number, node: string, blockSize: BlockSize, bootindex: number): string[] {
  return device({
    driver: 'scsi-hd',
    id: diskDevice(id),
    bus: 'scsi.0',
    'scsi-id': slot,
    drive: node,
    serial: id.replaceAll('-', '').slice(0, SERIAL_CHARACTERS),
    bootindex,
    logical_block_size: blockSize,
    physical_block_size: Math.max(blockSize, 4096),
    // Errors of the host's storage reach the guest as errors of its disk.
    rerror: 'report',
    werror: 'report',
  })
}

function networkInterface({ mac }: InstanceNic, index: number, backend: NicBackend | undefined): string[] {
  if (!backend) return []
  if (!MAC.test(mac)) throw refused(`the MAC address ${JSON.stringify(mac)}`)
  const id = `nic${index}`
  return [
    ['-netdev', JSON.stringify({ ...backend, id })],
    device({ driver: 'virtio-net-pci', id: `${id}-card`, netdev: id, mac, romfile: '' }),
  ].flat()
}
