import type { Layer } from '../volumes/chain-reader.ts'
import { layerNodes, nodeName } from './block-nodes.ts'
import { diskDevice } from './live-disks.ts'
import { qemuFiles } from './machine-files.ts'
import type { MachineOrder, OrderedDisk, OrderedNic } from './machine-order.ts'

export type Accelerator = 'kvm' | 'tcg'

/** How a network interface reaches its network: QEMU's `netdev` object without its id. */
export type NicBackend = Readonly<Record<string, unknown>>

export interface MachinePlan {
  /** Checked. */
  order: MachineOrder
  accelerator: Accelerator
  /** By id of the network interface. One without a backend is not plugged in. */
  backends: ReadonlyMap<string, NicBackend>
}

const MiB = 2 ** 20
const SANDBOX = 'on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny'
/** Length of a SCSI disk's serial number, by which guests find it in /dev/disk/by-id. */
const SERIAL_CHARACTERS = 20

/**
 * The arguments of QEMU for a machine. It starts paused, and stays when its guest powers off, so that neither is missed.
 * Values of the order stand in JSON, or are numbers and UUIDs: none can become an option.
 */
export function commandLine({ order, accelerator, backends }: MachinePlan): string[] {
  const { id, runId, cpus, memoryBytes, disks, nics } = order
  return [
    '-nodefaults',
    '-no-user-config',
    ['-sandbox', SANDBOX],
    ['-name', guestName(runId)],
    ['-uuid', id],
    ['-machine', 'q35,vmport=off,hpet=off'],
    ['-accel', accelerator],
    ['-cpu', accelerator === 'kvm' ? 'host' : 'max'],
    ['-smp', `${cpus}`],
    ['-m', `size=${Math.floor(memoryBytes / MiB)}M`],
    ['-rtc', 'base=utc'],
    // Viewers share the display, also those that ask to be alone.
    ['-vnc', `unix:${qemuFiles.display},share=ignore`],
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
    display(),
    allDisks(disks),
    nics.flatMap((nic, index) => networkInterface(nic, index, backends.get(nic.id))),
  ].flat()
}

/** By this argument the process of a run is found. */
export const guestName = (runId: string): string => `guest=${runId}`

const device = (properties: Readonly<Record<string, unknown>>) => ['-device', JSON.stringify(properties)]

/**
 * A card that every system draws on, and a pointer with positions. They have slots of their own, because guests name
 * network interfaces by their slots.
 */
const display = () =>
  [
    device({ driver: 'VGA', addr: '1e' }),
    device({ driver: 'qemu-xhci', id: 'usb', addr: '1d' }),
    device({ driver: 'usb-tablet', bus: 'usb.0' }),
  ].flat()

/** One SCSI controller has them all: it takes and gives disks while the machine runs. */
function allDisks(disks: readonly OrderedDisk[]): string[] {
  const bootFirst = disks.toSorted((one, other) => Number(other.boot) - Number(one.boot))
  const iothread = ['-object', JSON.stringify({ 'qom-type': 'iothread', id: 'disks' })]
  const controller = device({ driver: 'virtio-scsi-pci', id: 'scsi', iothread: 'disks' })
  const chains = disks.map(({ layers }) => layers.map(({ id, format }): Layer => ({ path: `${id}.${format}`, format })))
  const attached = disks.flatMap((one, slot) => disk(one, slot, nodeName(chains[slot]![0]!), bootFirst.indexOf(one)))
  const cidata = { driver: 'file', filename: qemuFiles.cidata }
  return [
    iothread,
    controller,
    layerNodes(chains).flatMap((node) => ['-blockdev', JSON.stringify(node)]),
    attached,
    ['-blockdev', JSON.stringify({ driver: 'raw', 'node-name': 'cidata', 'read-only': true, file: cidata })],
    device({ driver: 'scsi-hd', id: 'cidata-disk', bus: 'scsi.0', 'scsi-id': disks.length, drive: 'cidata' }),
  ].flat()
}

function disk({ volumeId, blockSize }: OrderedDisk, slot: number, node: string, bootindex: number): string[] {
  return device({
    driver: 'scsi-hd',
    id: diskDevice(volumeId),
    bus: 'scsi.0',
    'scsi-id': slot,
    drive: node,
    serial: volumeId.replaceAll('-', '').slice(0, SERIAL_CHARACTERS),
    bootindex,
    logical_block_size: blockSize,
    physical_block_size: Math.max(blockSize, 4096),
    // Errors of the host's storage reach the guest as errors of its disk.
    rerror: 'report',
    werror: 'report',
  })
}

function networkInterface({ mac }: OrderedNic, index: number, backend: NicBackend | undefined): string[] {
  if (!backend) return []
  const id = `nic${index}`
  return [
    ['-netdev', JSON.stringify({ ...backend, id })],
    device({ driver: 'virtio-net-pci', id: `${id}-card`, netdev: id, mac, romfile: '' }),
  ].flat()
}
