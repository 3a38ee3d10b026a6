import type { InstanceState } from '@skerry/contract/compute/instances.ts'
import { setReachable, syncSleds } from '../../../fleet/sleds/sleds.repo.ts'
import type { Tx } from '../../../kernel/database.ts'
import type { Services } from '../../../kernel/services.ts'
import type { PlatformEvent } from '../../../platform/platform.ts'
import { type InstanceRow, lockInstance, setRunState } from '../instances.repo.ts'

const RETRY_MS = 1000
const TRIES = 10

/** States in which news of an instance's machine count. A stop under way ends with it stopped in any case. */
const WITH_MACHINE: readonly InstanceState[] = ['starting', 'running', 'rebooting', 'migrating', 'repairing']

/**
 * Writes down what happens on the platform by itself, one event after the other. What is missed while no control plane
 * listens is told again by the platform's `reconcile`. Answers a function that ends it.
 */
export function followPlatform(services: Services): () => Promise<void> {
  const ended = new AbortController()
  let last = Promise.resolve()
  const unsubscribe = services.platform.subscribe((event) => {
    last = last.then(() => applyPersistently(services, event, ended.signal))
  })
  return async () => {
    unsubscribe()
    ended.abort()
    await last
  }
}

async function applyPersistently(services: Services, event: PlatformEvent, ended: AbortSignal): Promise<void> {
  for (let attempt = 1; attempt <= TRIES && !ended.aborted; attempt++) {
    try {
      return await apply(services, event)
    } catch (error) {
      services.log('error', 'platform event could not be applied', { ...event, attempt, error })
      await services.clock.sleep(RETRY_MS, ended).catch(() => {})
    }
  }
}

async function apply(services: Services, event: PlatformEvent): Promise<void> {
  const { db, clock, log } = services
  const now = clock.now()
  log('info', 'platform event', { ...event })
  if (event.kind === 'sled-added') await syncSleds(services)
  else await db.transaction().execute((tx) => write(tx, event, now))
  if (event.kind === 'sled-unreachable') await failInstancesOn(services, event.sledId, now)
}

/** Each in a transaction of its own, since a sled is locked after the instances on it. It gets no others meanwhile. */
async function failInstancesOn({ db }: Services, sledId: string, now: Date): Promise<void> {
  const lost = await db.selectFrom('instances').select('id').where('sled_id', '=', sledId).orderBy('id').execute()
  for (const { id } of lost) await db.transaction().execute((tx) => fail(tx, id, now))
}

async function write(tx: Tx, event: PlatformEvent, now: Date): Promise<void> {
  switch (event.kind) {
    case 'instance-failed':
      return fail(tx, event.instanceId, now)
    case 'instance-stopped':
      return move(tx, event.instanceId, WITH_MACHINE, 'stopped', now, { intent: 'stopped' })
    case 'instance-migrating':
      return move(tx, event.instanceId, ['running'], 'migrating', now)
    case 'instance-repairing':
      return move(tx, event.instanceId, ['running'], 'repairing', now)
    case 'instance-running':
      return move(tx, event.instanceId, ['migrating', 'repairing'], 'running', now, { sled_id: event.sledId })
    case 'volume-faulted':
      return faultDisk(tx, event.volumeId, now)
    case 'sled-unreachable':
      return setReachable(tx, event.sledId, false)
    case 'sled-reachable':
      return setReachable(tx, event.sledId, true)
  }
}

const fail = (tx: Tx, instanceId: string, now: Date) => move(tx, instanceId, WITH_MACHINE, 'failed', now)

async function move(
  tx: Tx,
  instanceId: string,
  from: readonly InstanceState[],
  to: InstanceState,
  now: Date,
  fields?: Partial<Pick<InstanceRow, 'intent' | 'sled_id'>>,
): Promise<void> {
  const instance = await lockInstance(tx, instanceId)
  if (instance && from.includes(instance.run_state)) await setRunState(tx, instance, to, now, fields)
}

/** A disk that is faulted belongs to no instance any more, so that it can be deleted. */
async function faultDisk(tx: Tx, diskId: string, now: Date): Promise<void> {
  const disk = await tx.selectFrom('disks').select('instance_id').where('id', '=', diskId).executeTakeFirst()
  if (!disk) return
  // The instance's row first, as everywhere.
  if (disk.instance_id && (await lockInstance(tx, disk.instance_id)))
    await tx
      .updateTable('instances')
      .set({ boot_disk_id: null, time_modified: now })
      .where('id', '=', disk.instance_id)
      .where('boot_disk_id', '=', diskId)
      .execute()
  await tx
    .updateTable('disks')
    .set({ state: 'faulted', instance_id: null, time_modified: now })
    .where('id', '=', diskId)
    .where('state', '!=', 'creating')
    .execute()
}
