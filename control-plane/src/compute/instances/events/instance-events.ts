import type { InstanceState } from '@skerry/contract/compute/instances.ts'
import type { MachineEventName } from '@skerry/contract/rules/history.ts'
import { keepMachineEvent } from '../../../fleet/history/machine-events.repo.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import type { Services } from '../../../kernel/services/services.ts'
import type { InstanceChange } from '../../../platform/interface/platform.ts'
import { type InstanceRow, lockInstance, NO_CONDITION, setRunState } from '../instances.repo.ts'
import { migrateInstance } from '../lifecycle/instance-migrate.saga.ts'
import { setCondition } from './instance-condition.ts'

interface Move {
  from: readonly InstanceState[]
  to: InstanceState
  event: MachineEventName
  fields?: Partial<Pick<InstanceRow, 'intent'>>
}

/** States in which events of the machine change the instance. A running stop ends with it stopped in any case. */
const WITH_MACHINE: readonly InstanceState[] = ['starting', 'running', 'rebooting', 'migrating', 'repairing']

type Moving = Exclude<
  InstanceChange['kind'],
  'instance-must-move' | 'instance-network-lost' | 'instance-rebooted' | 'instance-condition'
>

function moveFor(kind: Moving): Move {
  switch (kind) {
    case 'instance-failed':
      return { from: WITH_MACHINE, to: 'failed', event: 'instance_failed' }
    case 'instance-stopped':
      return { from: WITH_MACHINE, to: 'stopped', event: 'instance_stopped', fields: { intent: 'stopped' } }
    case 'instance-repairing':
      return { from: ['running'], to: 'repairing', event: 'instance_repairing' }
    case 'instance-repaired':
      return { from: ['repairing'], to: 'running', event: 'instance_repaired' }
  }
}

/**
 * Applies an event of its machine to an instance. Events of an earlier run are ignored.
 * @returns `later` while a saga starts a run that is not in the row yet: the event may be about that run
 */
export async function applyInstanceEvent(
  tx: Tx,
  services: Pick<Services, 'sagas' | 'log'>,
  event: InstanceChange,
  now: Date,
): Promise<'applied' | 'later'> {
  const instance = await lockInstance(tx, event.instanceId)
  if (!instance) return 'applied'
  if (instance.run_id !== event.runId)
    return instance.run_state === 'starting' || instance.run_state === 'rebooting' ? 'later' : 'applied'
  if (event.kind === 'instance-must-move') {
    if (instance.run_state === 'running') await migrateInstance(tx, services, instance, event.reason, now)
    return 'applied'
  }
  if (event.kind === 'instance-network-lost') {
    const subject = { subjectId: instance.id, projectId: instance.project_id }
    await keepMachineEvent(tx, { event: 'instance_network_lost', ...subject, reason: event.reason }, now)
    return 'applied'
  }
  if (event.kind === 'instance-condition') {
    await setCondition(tx, instance, event.condition, now)
    return 'applied'
  }
  if (event.kind === 'instance-rebooted') {
    const { runId: run_id, bootedAt: time_booted } = event.next
    const next = { run_id, time_booted, ...NO_CONDITION }
    await tx.updateTable('instances').set(next).where('id', '=', instance.id).execute()
    return 'applied'
  }
  const { from, to, fields, event: name } = moveFor(event.kind)
  if (!from.includes(instance.run_state)) return 'applied'
  await setRunState(tx, instance, to, now, fields)
  const reason = 'reason' in event ? event.reason : undefined
  await keepMachineEvent(tx, { event: name, subjectId: instance.id, projectId: instance.project_id, reason }, now)
  return 'applied'
}
