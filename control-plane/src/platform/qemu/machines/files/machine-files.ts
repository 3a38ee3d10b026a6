/** Files of a machine's folder that only the server reads and writes. */
export const machineFiles = {
  /** The specification with which the machine was started. */
  spec: 'spec.json',
  /** The machine's run, and its events that no listener has stored yet: see `MachineState`. */
  run: 'run.json',
  /** Its content after a requested reboot; replaces that file once the machine is reset. */
  nextRun: 'next-run.json',
  /** QEMU's own output, such as why it did not start. */
  qemuLog: 'qemu.log',
  /** Output of the programs of its network. */
  networkLog: 'network.log',
  /** The process that connects it to its network, if one does. */
  networkProcess: 'network.json',
  /** Exists while the guest's file systems may be frozen. */
  frozen: 'frozen',
} as const

/** The subfolder where QEMU runs. It also has links to the layers of the machine's volumes. */
export const QEMU_FOLDER = 'qemu'

/** Common beginning of the names of both ends of the serial port's pipe, to which QEMU adds the rest. */
export const SERIAL_PIPE = 'serial'

/** Files of that subfolder. QEMU knows them only by these names. */
export const qemuFiles = {
  cidata: 'cidata.img',
  /** EFI variables of the machine, such as its boot order. */
  efiVariables: 'efi-variables.img',
  /** All output of the serial port: an offset in the file is an offset in the output. */
  serialLog: 'serial.log',
  /** A FIFO with the input of the serial port. */
  serialInput: `${SERIAL_PIPE}.in`,
  /** The pipe's other end, to which QEMU writes the output too: a link to /dev/null. */
  serialOutput: `${SERIAL_PIPE}.out`,
} as const
