import type { InstanceChange } from '../../interface/platform.ts'
import type { MachineFolder, StoredRun } from './machine-state.ts'
import { isAlive } from '../base/process-id.ts'

const ADVICE = 'The program that connects it has ended. Stop and start the instance to connect it again.'
/** Maximum length of the program's last output in the reason. */
const MAX_CHARACTERS = 300

/** Whether the process that connected a running machine to its network has ended. */
export const hasLostNetwork = ({ network }: StoredRun): boolean => network !== null && !isAlive(network)

/** The event about the loss, and the run without the network process. */
export async function networkLoss(
  instanceId: string,
  run: StoredRun,
  folder: MachineFolder,
): Promise<[change: InstanceChange, run: StoredRun]> {
  const messages = (await folder.messages('networkLog')).trim().slice(-MAX_CHARACTERS)
  const reason = messages ? `${ADVICE} It wrote: ${messages}` : ADVICE
  const change = { kind: 'instance-network-lost', instanceId, runId: run.runId, reason } as const
  return [change, { ...run, network: null, sshPort: null }]
}
