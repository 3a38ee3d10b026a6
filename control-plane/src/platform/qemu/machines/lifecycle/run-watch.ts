import type { InstanceChange } from '../../../interface/platform.ts'
import { isAlive } from '../../base/process-id.ts'
import type { Work } from '../../base/work.ts'
import type { MachineStorage } from '../disks/machine-storage.ts'
import { isPaused, type QemuControl } from '../process/qemu-control.ts'
import { QmpError } from '../qmp/qmp-client.ts'
import type { MachineFolder } from '../record/machine-folder.ts'
import type { MachineRecord } from '../record/machine-record.ts'
import type { StoredRun } from '../record/machine-state.ts'

const DETAIL = "The host's storage is full. The instance continues by itself once there is room."

export interface RunWatchParts {
  machineId: string
  folder: MachineFolder
  record: MachineRecord
  qemu: QemuControl
  storage: MachineStorage
  work: Work
}

/** Watches a run for changes that do not end it. */
export class RunWatch {
  readonly #parts: RunWatchParts

  constructor(parts: RunWatchParts) {
    this.#parts = parts
  }

  /** Cheap check whether `look` may have something to do. */
  hasNews(run: StoredRun): boolean {
    return run.condition !== null || hasLostNetwork(run)
  }

  /** Reports changes, and resumes a machine that waited for space. @param status QEMU's status of the machine */
  async look(run: StoredRun, status: string): Promise<void> {
    const { machineId: instanceId, folder, record, work } = this.#parts
    if (hasLostNetwork(run)) {
      const [change, next] = await work.step(() => networkLoss(instanceId, run, folder))
      await record.report(change, { run: next })
    }
    const waits = isPaused(status) && !(await this.#continue())
    const current = record.state.run!
    if (waits === (current.condition !== null)) return
    const condition = waits ? { kind: 'storage_full' as const, since: work.clock.now(), detail: DETAIL } : null
    await record.report(
      { kind: 'instance-condition', instanceId, runId: current.runId, condition },
      { run: { ...current, condition } },
    )
  }

  async #continue(): Promise<boolean> {
    const { storage, qemu, work } = this.#parts
    if (!(await work.step(() => storage.hasRoom()))) return false
    try {
      await qemu.go()
      return true
    } catch (error) {
      if (error instanceof QmpError) return false
      throw error
    }
  }
}

const ADVICE = 'The program that connects it has ended. Stop and start the instance to connect it again.'
/** Maximum length of the program's last output in the reason. */
const MAX_OUTPUT_CHARACTERS = 300

/** Whether the process that connected a running machine to its network has ended. */
const hasLostNetwork = ({ network }: StoredRun): boolean => network !== null && !isAlive(network)

/** The event about the loss, and the run without the network process. */
async function networkLoss(
  instanceId: string,
  run: StoredRun,
  folder: MachineFolder,
): Promise<[change: InstanceChange, run: StoredRun]> {
  const messages = (await folder.messages('networkLog')).trim().slice(-MAX_OUTPUT_CHARACTERS)
  const reason = messages ? `${ADVICE} It wrote: ${messages}` : ADVICE
  const change = { kind: 'instance-network-lost', instanceId, runId: run.runId, reason } as const
  return [change, { ...run, network: null, sshPort: null }]
}
