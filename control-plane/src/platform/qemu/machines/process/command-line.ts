import { MiB } from '../../base/bytes.ts'
import type { NicBackend } from '../../networks/machine-networks.ts'
import type { Layer } from '../../volumes/chain-reader.ts'
import { qemuFiles, SERIAL_PIPE } from '../files/machine-files.ts'
import { socketForQemu } from '../files/machine-socket.ts'
import { type Accelerator, ARCHITECTURES, type Architecture } from '../order/architecture.ts'
import { translatedCodeBytes } from '../order/machine-limits.ts'
import {
  bootOrder,
  type MachineOrder,
  type OrderedDisk,
  type OrderedLayer,
  type OrderedNic,
} from '../order/machine-order.ts'
import { layerNodes, nodeName } from './block-nodes.ts'

export interface MachinePlan {
  /** Already validated. */
  order: MachineOrder
  architecture: Architecture
  accelerator: Accelerator
  /** Backends by id of the network interface. An interface without one is not plugged in. */
  backends: ReadonlyMap<string, NicBackend>
}

const FLASH = 'pflash0=efi-code,pflash1=efi-variables'
/** Excludes the guest's memory from core dumps, and from pages shared between machines. */
const PRIVATE_MEMORY = 'dump-guest-core=off,mem-merge=off'
const SANDBOX = 'on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny'
/** Length of a SCSI disk's serial number, by which guests find it in /dev/disk/by-id. */
const SERIAL_CHARACTERS = 20

/**
 * The arguments of QEMU for a machine. It starts paused and stays when its guest powers off, so the server sees both.
 * Values of the order are in JSON, or are numbers and UUIDs, so none can become an option.
 */
export function commandLine({ order, architecture, accelerator, backends }: MachinePlan): string[] {
  const { id, runId, cpus, memoryBytes, disks, nics, firmware } = order
  const { machine, serialPort, displayDevices } = BOARDS[architecture]
  return [
    '-nodefaults',
    '-no-user-config',
    ['-sandbox', SANDBOX],
    ['-name', guestName(runId)],
    ['-uuid', id],
    ['-machine', [machine, PRIVATE_MEMORY, ...(firmware === 'efi' ? [FLASH] : [])].join()],
    firmware === 'efi' ? efiNodes(architecture) : [],
    [
      '-accel',
      accelerator === 'tcg' ? `tcg,tb-size=${translatedCodeBytes(memoryBytes, accelerator) / MiB}` : accelerator,
    ],
    ['-cpu', accelerator === 'kvm' ? 'host' : 'max'],
    ['-smp', `${cpus}`],
    ['-m', `size=${Math.floor(memoryBytes / MiB)}M`],
    ['-rtc', 'base=utc'],
    // Viewers share the display even if they request exclusive access.
    ['-vnc', `unix:${socketForQemu('display')},share=ignore`],
    ['-boot', 'strict=on'],
    ['-action', 'shutdown=pause,reboot=reset'],
    '-S',
    ['-chardev', `socket,id=qmp,path=${socketForQemu('qmp')},server=on,wait=off`],
    ['-mon', 'chardev=qmp,mode=control'],
    // The output goes to the log alone: QEMU logs what waits for the reader of a socket or a FIFO twice.
    ['-chardev', `pipe,id=serial,path=${SERIAL_PIPE},logfile=${qemuFiles.serialLog},logappend=on`],
    serialPort,
    guestAgent(),
    device({ driver: 'virtio-rng-pci' }),
    displayDevices.flatMap(device),
    allDisks(disks, architecture),
    specification(),
    nics.flatMap((nic, index) => interfaceDevices(nic, index, backends.get(nic.id))),
  ].flat()
}

/** The argument by which the process of a run is found. */
export const guestName = (runId: string): string => `guest=${runId}`

/** QEMU's name of the disk device of a volume. */
export const diskDevice = (volumeId: string): string => `disk-${volumeId}`

/** QEMU's name of its end of the guest agent's port. */
export const AGENT = 'agent'

function device(properties: Readonly<Record<string, unknown>>): string[] {
  return ['-device', JSON.stringify(properties)]
}

/** Differences between architectures. Displays have fixed slots: guests name network interfaces by their slots. */
const BOARDS = {
  x64: {
    machine: 'q35,vmport=off,hpet=off',
    serialPort: device({ driver: 'isa-serial', chardev: 'serial' }),
    /** A graphics card that every system supports, and a pointer with absolute positions. */
    displayDevices: [
      { driver: 'VGA', addr: '1e' },
      { driver: 'qemu-xhci', id: 'usb', addr: '1d' },
      { driver: 'usb-tablet', bus: 'usb.0' },
    ],
    /** A controller on which every installer finds a CD. */
    idePorts: 6,
  },
  arm64: {
    machine: 'virt,gic-version=max',
    serialPort: ['-serial', 'chardev:serial'],
    /** The board has no keyboard of its own, and with KVM the memory of a VGA card would not be coherent. */
    displayDevices: [
      { driver: 'virtio-gpu-pci', addr: '1e' },
      { driver: 'qemu-xhci', id: 'usb', addr: '1d' },
      { driver: 'usb-tablet', bus: 'usb.0' },
      { driver: 'usb-kbd', bus: 'usb.0' },
    ],
    idePorts: 0,
  },
} satisfies Record<Architecture, unknown>

/** A serial port with the name by which the guest's agent finds it, in a fixed slot. */
const guestAgent = () =>
  [
    ['-chardev', `socket,id=${AGENT},path=${socketForQemu('agent')},server=on,wait=off`],
    device({ driver: 'virtio-serial-pci', id: 'ports', addr: '1c', max_ports: 2 }),
    device({ driver: 'virtserialport', bus: 'ports.0', chardev: AGENT, name: 'org.qemu.guest_agent.0' }),
  ].flat()

/** EFI firmware: code that all machines share, and the variables of this one. */
function efiNodes(architecture: Architecture): string[] {
  const node = (name: string, filename: string, readOnly: boolean) => [
    '-blockdev',
    JSON.stringify({ driver: 'raw', 'node-name': name, 'read-only': readOnly, file: { driver: 'file', filename } }),
  ]
  const { code } = ARCHITECTURES[architecture].efi
  return [node('efi-code', code, true), node('efi-variables', qemuFiles.efiVariables, false)].flat()
}

/** One SCSI controller for all disks of the user, which can be attached and detached while the machine runs. */
function allDisks(disks: readonly OrderedDisk[], architecture: Architecture): string[] {
  const bootFirst = bootOrder(disks)
  const cds = disks.filter(({ medium }) => medium === 'cd')
  const iothread = ['-object', JSON.stringify({ 'qom-type': 'iothread', id: 'disks' })]
  const controller = device({ driver: 'virtio-scsi-pci', id: 'scsi', iothread: 'disks' })
  const chained = disks.map(({ layers, medium }) => ({ medium, chain: layers.map(layerIn) }))
  const attached = disks.flatMap((one, slot) => {
    const place = { slot, node: nodeName(chained[slot]!.chain[0]!), bootindex: bootFirst.indexOf(one) }
    return one.medium === 'cd' ? cd(one, place, cds.indexOf(one), BOARDS[architecture].idePorts) : disk(one, place)
  })
  return [
    iothread,
    controller,
    layerNodes(chained).flatMap((node) => ['-blockdev', JSON.stringify(node)]),
    attached,
  ].flat()
}

/**
 * The volume for cloud-init, on a controller of its own: Linux names the disks of one controller in any order, so it
 * could take a disk's name.
 */
function specification(): string[] {
  const file = { driver: 'file', filename: qemuFiles.cidata }
  return [
    ['-blockdev', JSON.stringify({ driver: 'raw', 'node-name': 'cidata', 'read-only': true, file })],
    device({ driver: 'virtio-blk-pci', id: 'cidata-disk', addr: '1b', drive: 'cidata' }),
  ].flat()
}

/** Position of a disk in its machine. */
interface Place {
  slot: number
  node: string
  bootindex: number
}

const layerIn = ({ id, format }: OrderedLayer): Layer => ({ path: `${id}.${format}`, format })

function cd({ volumeId }: OrderedDisk, { slot, node, bootindex }: Place, index: number, idePorts: number): string[] {
  const id = diskDevice(volumeId)
  return index < idePorts
    ? device({ driver: 'ide-cd', id, bus: `ide.${index}`, drive: node, bootindex })
    : device({ driver: 'scsi-cd', id, bus: 'scsi.0', 'scsi-id': slot, drive: node, bootindex })
}

function disk({ volumeId, blockSize }: OrderedDisk, { slot, node, bootindex }: Place): string[] {
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
    // Errors of the host's storage are reported to the guest. A machine waits for space if the storage is full.
    rerror: 'report',
    werror: 'enospc',
  })
}

function interfaceDevices({ mac }: OrderedNic, index: number, backend: NicBackend | undefined): string[] {
  if (!backend) return []
  const id = `nic${index}`
  return [
    ['-netdev', JSON.stringify({ ...backend, id })],
    device({ driver: 'virtio-net-pci', id: `${id}-card`, netdev: id, mac, romfile: '' }),
  ].flat()
}
