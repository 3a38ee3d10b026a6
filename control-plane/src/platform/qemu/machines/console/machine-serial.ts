import type { SerialHistory, SerialPosition, SerialStream } from '../../../interface/instances.ts'
import type { PlatformError } from '../../../interface/platform-error.ts'
import type { QemuFolder } from '../files/qemu-folder.ts'
import { SerialLog } from './serial-log.ts'
import { SerialPort } from './serial-port.ts'

/** The serial port of a machine over all its runs. */
export class MachineSerial {
  readonly #log: SerialLog
  readonly #inputPath: string
  #port: SerialPort | undefined

  constructor(folder: QemuFolder) {
    this.#inputPath = folder.file('serialInput')
    this.#log = new SerialLog(folder.file('serialLog'))
  }

  /** Offset after the last byte. */
  end(): Promise<number> {
    return this.#log.end()
  }

  history(position: SerialPosition, maxBytes?: number): Promise<SerialHistory> {
    return this.#log.history(position, maxBytes)
  }

  /** Connects a client to the serial port of a running machine. */
  open(position: SerialPosition): Promise<SerialStream> {
    this.#port ??= new SerialPort(this.#log, this.#inputPath)
    return this.#port.open(position)
  }

  /** Ends every stream after the last byte: normally when the machine stopped, else with the error. */
  hangUp(error?: PlatformError): void {
    this.#port?.hangUp(error)
    this.#port = undefined
  }

  /** Frees the space of output that can no longer be read. A failure is made up for by the next call. */
  async free(): Promise<void> {
    await this.#log.free().catch(() => {})
  }
}
