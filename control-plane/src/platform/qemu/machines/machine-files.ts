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
  /** All output of the serial port: an offset in the file is an offset in the output. */
  serialLog: 'serial.log',
} as const
