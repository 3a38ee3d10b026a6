import { PlatformError } from '../../../interface/platform-error.ts'
import type { Work } from '../../base/work.ts'
import type { MachineSerial } from '../console/machine-serial.ts'
import type { MachineProcesses } from '../process/machine-process.ts'
import type { QemuControl } from '../process/qemu-control.ts'
import type { MachineFolder } from '../record/machine-folder.ts'
import type { MachineRecord } from '../record/machine-record.ts'
import type { StoredRun } from '../record/machine-state.ts'

export interface RunEndParts {
  machineId: string
  folder: MachineFolder
  record: MachineRecord
  qemu: QemuControl
  serial: MachineSerial
  processes: MachineProcesses
  work: Work
}

/** Ends runs of a machine: removes what a run has left, and stores or reports its end. */
export class RunEnd {
  readonly #parts: RunEndParts

  constructor(parts: RunEndParts) {
    this.#parts = parts
  }

  /** Removes what an ended run has left: on the host, and the links in its folder. */
  async clear(): Promise<void> {
    const { machineId, folder, processes, work } = this.#parts
    await work.step(() => processes.clear(machineId))
    await work.step(() => folder.qemu.unlink())
  }

  /** Ends the process, also one that was started but is not in a file yet. */
  async endProcess({ runId, process, user }: StoredRun): Promise<void> {
    const { machineId, processes, qemu, work } = this.#parts
    const left = process ?? (await work.step(() => processes.find(machineId, runId, user)))
    if (left) await qemu.end(left)
  }

  /** Undoes an interrupted start: the machine has not executed anything, so no event is needed. */
  async undoStart(run: StoredRun): Promise<void> {
    await this.endProcess(run)
    await this.clear()
    await this.#parts.record.save({ run: null, started: null })
  }

  /** Handles the end of the process, without an event. */
  async ended(): Promise<void> {
    await this.clear()
    await this.#parts.record.save({ run: null })
  }

  /** Handles the end of the process after the guest has powered off. */
  async poweredOff(runId: string): Promise<void> {
    const { machineId: instanceId, record, serial } = this.#parts
    await this.clear()
    const reason = 'The guest powered off'
    await record.report({ kind: 'instance-stopped', instanceId, runId, reason }, { run: null })
    serial.hangUp()
  }

  /** Handles the end of the process that nothing has requested. */
  async failed(runId: string): Promise<void> {
    const { machineId: instanceId, folder, record, qemu, serial } = this.#parts
    await this.clear()
    const messages = await folder.messages('qemuLog')
    const { bytes } = await serial.history({ mostRecent: 4096 })
    const reason = failureReason(messages, bytes, qemu.problem)
    await record.report({ kind: 'instance-failed', instanceId, runId, reason }, { run: null })
    serial.hangUp(new PlatformError('gone', 'The machine failed'))
  }
}

const MAX_REASON_LINES = 5
const MAX_REASON_CHARACTERS = 500

/**
 * Why a machine's process ended, as far as its output shows: QEMU's message, and the last lines of the guest.
 * @param problem why the server ended it
 */
export function failureReason(qemuMessages: string, serialOutput: Uint8Array, problem?: string): string {
  const parts = [
    ['QEMU', lastLines(qemuMessages)],
    ['last output', lastLines(new TextDecoder().decode(serialOutput))],
  ]
  const written = parts.filter(([, text]) => text).map(([name, text]) => `${name}: ${text}`)
  return [problem ?? 'The process of the machine ended', ...written].join('; ')
}

/** Removes control characters and a terminal's escape sequences. */
function lastLines(text: string): string {
  // oxlint-disable-next-line no-control-regex -- It is what is removed.
  const plain = text.replaceAll(/\x1b\[[0-9;?]*[a-zA-Z]/g, '').replaceAll(/[^\P{C}\n]/gu, '')
  const lines = plain.split('\n').filter((line) => line.trim())
  return lines.slice(-MAX_REASON_LINES).join(' | ').slice(-MAX_REASON_CHARACTERS)
}
