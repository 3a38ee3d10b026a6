import type { InstanceCreate } from '@skerry/contract/compute/instances.ts'
import type { AddedStorage } from '../../../fleet/overcommitment/provisionable.repo.ts'
import { lockQuota } from '../../../identity/quotas/quotas.repo.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import { lockProjectShared } from '../../../kernel/database/lock-project.ts'
import { throwIfTaken } from '../../../kernel/database/names.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import type { Call } from '../../../kernel/http/call.ts'
import { randomId } from '../../../kernel/values/uuid.ts'
import { attachFloating } from '../../../network/external-ips/attach-floating.ts'
import { allocateEphemeral, allocateSnat } from '../../../network/external-ips/external-ips.repo.ts'
import { lockPools } from '../../../network/ip-pools/ip-pool-allocation.repo.ts'
import { createInterfaces } from '../../../network/network-interfaces/instance-interfaces.ts'
import { joinGroups } from '../../affinity/affinity.repo.ts'
import { diskInBody } from '../../disks/disk-in-body.ts'
import { createDisk } from '../../disks/disk-new.ts'
import { volumeSpec } from '../../disks/disks.repo.ts'
import { claimDisk } from '../disks/instance-disks.ts'
import { copyKeys } from './copy-keys.ts'
import { instanceCreateSaga } from './instance-create.saga.ts'
import { checkFirmware, checkNew } from './instance-limits.ts'

/**
 * Inserts a new instance with all its parts and begins the saga that creates it.
 * @throws 400, 404, 507 for any of its parts
 */
export async function insertInstance(
  tx: Tx,
  call: Call,
  project: { id: string; silo_id: string },
  body: InstanceCreate,
  added: AddedStorage,
): Promise<string> {
  const { now, services } = call
  const userData = checkNew(body)
  checkFirmware(call, body.firmware)
  await lockQuota(tx, project.silo_id)
  await lockProjectShared(tx, project.id)
  const [id, saga_id] = [randomId(), randomId()]
  const instance = await tx
    .insertInto('instances')
    .values({
      id,
      project_id: project.id,
      name: body.name,
      description: body.description,
      hostname: body.hostname,
      ncpus: body.ncpus,
      memory: body.memory,
      run_state: 'creating',
      intent: body.start ? 'running' : 'stopped',
      boot_disk_id: null,
      auto_restart_policy: body.auto_restart_policy,
      firmware: body.firmware,
      time_last_auto_restarted: null,
      time_run_state_updated: now,
      time_booted: null,
      sled_id: null,
      saga_id,
      time_created: now,
      time_modified: now,
    })
    .returningAll()
    .$call(throwIfTaken('instance', body.name))
  if (userData.length)
    await tx.insertInto('instance_user_data').values({ instance_id: id, user_data: userData }).execute()
  await copyKeys(tx, call.actor.userId, id, body.ssh_public_keys)
  const oldDisks = await attachDisks(tx, call, instance, saga_id, body)
  const newDisks = await createDisks(tx, call, project, { saga_id, instance_id: id }, body, added)
  await joinGroups(tx, call, instance, 'anti_affinity', body.anti_affinity_groups)
  await createInterfaces(tx, services, instance, body.network_interfaces, now)
  await takeInstanceAddresses(tx, call, project, id, body)

  const bootDisk = [...oldDisks, ...newDisks].find(({ name }) => name === body.boot_disk?.name)
  if (bootDisk) await tx.updateTable('instances').set({ boot_disk_id: bootDisk.id }).where('id', '=', id).execute()
  const data = {
    instanceId: id,
    newVolumes: newDisks.map((disk) => volumeSpec(disk, project.silo_id)),
    oldVolumes: oldDisks.map((disk) => volumeSpec(disk, project.silo_id)),
    start: body.start,
  }
  await services.sagas.begin(tx, instanceCreateSaga, data, { project_id: project.id }, saga_id)
  return id
}

const attachmentsOf = (body: InstanceCreate) => [...(body.boot_disk ? [body.boot_disk] : []), ...body.disks]

/** Claims the existing disks in the order of their names, which avoids deadlocks. */
async function attachDisks(tx: Tx, call: Call, instance: Row<'instances'>, sagaId: string, body: InstanceCreate) {
  const names = attachmentsOf(body)
    .filter(({ type }) => type === 'attach')
    .map(({ name }) => name)
  const disks: Row<'disks'>[] = []
  for (const name of names.toSorted())
    disks.push(
      await claimDisk(tx, await diskInBody(tx, call, instance.project_id, name), instance.id, sagaId, call.now),
    )
  return disks
}

async function createDisks(
  tx: Tx,
  call: Call,
  project: { id: string; silo_id: string },
  owner: { saga_id: string; instance_id: string },
  body: InstanceCreate,
  added: AddedStorage,
) {
  const disks: Row<'disks'>[] = []
  for (const disk of attachmentsOf(body))
    if (disk.type === 'create') disks.push(await createDisk(tx, call, project, disk, owner, added))
  return disks
}

/** Takes a block of a source NAT address, and the ephemeral and floating addresses of the request. */
async function takeInstanceAddresses(
  tx: Tx,
  { access, now }: Call,
  project: { id: string; silo_id: string },
  instanceId: string,
  body: InstanceCreate,
): Promise<void> {
  const holder = { siloId: project.silo_id, projectId: project.id, instanceId }
  const ephemeral = body.external_ips.filter(({ type }) => type === 'ephemeral') as { pool?: string | null }[]
  await lockPools(tx, project.silo_id, [null, ...ephemeral.map(({ pool }) => pool)])
  await allocateSnat(tx, holder, now)
  for (const wanted of body.external_ips)
    if (wanted.type === 'ephemeral') await allocateEphemeral(tx, { ...holder, pool: wanted.pool }, now)
    else await attachFloating(tx, { ...holder, floatingIp: wanted.floating_ip, access }, now)
}
