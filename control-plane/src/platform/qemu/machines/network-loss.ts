import type { InstanceChange } from '../../platform.ts'
import type { MachineFolder, StoredRun } from './machine-state.ts'
import { isAlive } from './process-id.ts'

const ADVICE = 'The program that connects it has ended. Stop and start the instance to connect it again.'
/** Of what that program wrote last. */
const MOST_CHARACTERS = 300

/** Whether the process has ended that connected a running machine to its network. */
export const hasLostNetwork = ({ network }: StoredRun): boolean => network !== null && !isAlive(network)

/** The event about it, and the run from then on. */
export async function networkLoss(
  instanceId: string,
  run: StoredRun,
  folder: MachineFolder,
): Promise<[change: InstanceChange, run: StoredRun]> {
  const messages = (await folder.messages('networkLog')).trim().slice(-MOST_CHARACTERS)
  const reason = messages ? `${ADVICE} It wrote: ${messages}` : ADVICE
  const change = { kind: 'instance-network-lost', instanceId, runId: run.runId, reason } as const
  return [change, { ...run, network: null, sshPort: null }]
}
