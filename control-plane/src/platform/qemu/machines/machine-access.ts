import type { Displays, Guests, PortForward, SerialConsoles } from '../../interface/instances.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import type { Work } from '../base/work.ts'
import type { Machine } from './lifecycle/machine.ts'
import { LOOPBACK, SSH_PORT } from './order/host-port.ts'

/** Ways into running machines: serial ports, displays, guest agents, and ports of the host. */
export class MachineAccess {
  readonly #work: Work
  readonly #find: (id: string) => Machine | undefined

  constructor(work: Work, find: (id: string) => Machine | undefined) {
    this.#work = work
    this.#find = find
  }

  readonly serial: SerialConsoles = {
    history: (instanceId, position, maxBytes) =>
      this.#work.answer(undefined, async () => {
        const machine = this.#find(instanceId)
        return machine?.serial.history(position, maxBytes) ?? { bytes: new Uint8Array(), endOffset: 0 }
      }),
    open: (instanceId, position) =>
      this.#work.answer(undefined, async () => this.#running(instanceId).serial.open(position)),
  }

  readonly displays: Displays = {
    open: (instanceId) => this.#work.answer(undefined, async () => this.#running(instanceId).display.open()),
  }

  readonly guests: Guests = {
    report: (instanceId) => this.#work.answer(undefined, async () => this.#running(instanceId).guest.report()),
  }

  portForwards(instanceId: string): Promise<readonly PortForward[]> {
    return this.#work.answer(undefined, async () => {
      const hostPort = this.#find(instanceId)?.run?.sshPort
      return hostPort ? [{ hostIp: LOOPBACK, hostPort, machinePort: SSH_PORT }] : []
    })
  }

  /** @throws `gone` without a running machine */
  #running(instanceId: string): Machine {
    const machine = this.#find(instanceId)
    if (!machine?.run) throw new PlatformError('gone', 'The machine does not run')
    return machine
  }
}
