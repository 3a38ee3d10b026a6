import { join } from 'node:path'

/** Files of a machine's folder that only the server reads and writes. */
export const machineFiles = {
  /** What the machine was started with. */
  spec: 'spec.json',
  /** Its run and its events that are not stored: see `MachineState`. */
  run: 'run.json',
  /** What QEMU itself writes, such as why it did not start. */
  qemuLog: 'qemu.log',
  /** What the programs of its network write. */
  networkLog: 'network.log',
  /** The process that connects it to its network, if one does. */
  networkProcess: 'network.json',
  /** Is there while the guest's file systems may be frozen. */
  frozen: 'frozen',
} as const

/** The folder in it where QEMU runs. It has links to the layers of the machine's volumes too. */
export const QEMU_FOLDER = 'qemu'

/** Files of that folder. QEMU knows them by these names alone. */
export const qemuFiles = {
  cidata: 'cidata.img',
  /** What EFI firmware keeps of the machine, such as what to boot. */
  efiVariables: 'efi-variables.img',
  qmp: 'qmp.sock',
  serial: 'serial.sock',
  /** Where the display's viewers connect. */
  display: 'vnc.sock',
  /** Where QEMU passes the packets of a machine with a way out. */
  network: 'net.sock',
  /** The port of the guest's agent. */
  agent: 'agent.sock',
  /** All output of the serial port: an offset in the file is an offset in the output. */
  serialLog: 'serial.log',
} as const

/** A Unix socket's path has at most 107 bytes. */
const MAX_SOCKET_PATH_BYTES = 107
/** Of a longer one passt makes a socket of another name. */
const MAX_PASST_PATH_BYTES = 98

/** Whether the folder of all machines has a path that is short enough for their sockets. */
export function fitsSockets(folder: string, withPasst: boolean): boolean {
  const bytesOf = (file: string) => Buffer.byteLength(join(folder, crypto.randomUUID(), QEMU_FOLDER, file))
  const fitsPasst = !withPasst || bytesOf(qemuFiles.network) <= MAX_PASST_PATH_BYTES
  return fitsPasst && bytesOf(qemuFiles.serial) <= MAX_SOCKET_PATH_BYTES
}
