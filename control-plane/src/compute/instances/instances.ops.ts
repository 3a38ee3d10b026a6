import type { Instance, instances as operations } from '@skerry/contract/compute/instances.ts'
import { type InstanceState, instanceCan } from '@skerry/contract/rules/instances.ts'
import type { StateRule } from '@skerry/contract/rules/states.ts'
import { type AddedStorage, addingStorage } from '../../fleet/overcommitment/provisionable.repo.ts'
import { lockQuota } from '../../identity/quotas/quotas.repo.ts'
import { keyBytes } from '../../identity/ssh-keys/ssh-keys.repo.ts'
import { selectedProject } from '../../kernel/access/scope.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { reload } from '../../kernel/database/reload.ts'
import type { CallAt, Handlers } from '../../kernel/http/call.ts'
import { differenceOf } from '../../kernel/http/difference.ts'
import { conflict } from '../../kernel/http/errors.ts'
import { requireMatch, tagged } from '../../kernel/http/etag.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { projectList } from '../../kernel/http/project-list.ts'
import { refuseUnless } from '../../kernel/http/refuse.ts'
import { updateDeletionLock } from '../../kernel/resources/deletion-lock.ts'
import { find } from '../../kernel/resources/find.ts'
import { instances } from '../../kernel/resources/instance.resource.ts'
import { diskView } from '../disks/disk.view.ts'
import { checkFirmware, checkComputeSize } from './create/instance-limits.ts'
import { insertInstance } from './create/instance-new.ts'
import { attachDisk, bootDiskInBody, detachDisk } from './disks/instance-disks.ts'
import { INSTANCE_COLUMNS, instanceSshKeyView, instanceView, listedInstanceView } from './instance.view.ts'
import {
  heldByInstance,
  type InstanceRow,
  partsBytes,
  partsOfInstances,
  setRunState,
  sshKeysOf,
} from './instances.repo.ts'
import { removeInstance } from './lifecycle/instance-delete.saga.ts'
import { instanceRebootSaga } from './lifecycle/instance-reboot.saga.ts'
import { startInstance } from './lifecycle/instance-start.ts'
import { instanceStopSaga } from './lifecycle/instance-stop.saga.ts'
import { serialHistory } from './serial-console/serial-console.ts'

/** Changes the instance in the path, locked, in one transaction. */
const changeInstance = <T>(call: CallAt<'instance'>, work: (tx: Tx, instance: InstanceRow) => Promise<T>): Promise<T> =>
  call.transaction(async (tx) => {
    const instance = await find(call, tx, instances, call.params.instance, {
      lock: ({ silo_id }) => lockQuota(tx, silo_id),
    })
    call.target(instance.id)
    return work(tx, instance)
  })

/** @throws 409 with the rule's sentence when the state forbids it */
function conflictUnless(rule: StateRule<InstanceState, { run_state: InstanceState }>, instance: InstanceRow): void {
  const refusal = rule.refusal(instance.run_state)
  if (refusal) throw conflict(refusal).concerning({ kind: rule.kind })
}

/** The operation that ends an instance's machine in the states of the rule. */
const stop =
  (rule: typeof instanceCan.stop, how: { powerOff: boolean }) =>
  (call: CallAt<'instance'>): Promise<Instance> =>
    changeInstance(call, async (tx, instance) => {
      if (rule.noOp.includes(instance.run_state)) return instanceView(instance)
      refuseUnless(rule, instance.run_state)
      // A failed instance has no machine to wait for.
      if (instance.run_state === 'failed')
        return instanceView(await setRunState(tx, instance, 'stopped', call.now, { intent: 'stopped' }))
      const saga_id = await call.services.sagas.begin(
        tx,
        instanceStopSaga,
        { instanceId: instance.id, ...how },
        instance,
      )
      return instanceView(await setRunState(tx, instance, 'stopping', call.now, { saga_id, intent: 'stopped' }))
    })

/** The addresses of `visibleAddressesOf` for each instance of a page. As an array its ids are looked up by index. */
const EXTERNAL_ADDRESSES = {
  name: 'external_addresses',
  sql: `coalesce(shown.addresses, '{}')`,
  join: `left join (
    select instance_id, array_agg(host(ip) order by kind desc, name) as addresses
    from external_ips where kind <> 'snat' and instance_id = any (array(select id from page)) group by instance_id
  ) shown on shown.instance_id = page.id`,
} as const

export const instancesOps: Omit<
  Handlers<typeof operations>,
  'instance_serial_console_stream' | 'instance_graphical_console_stream' | 'instance_guest_view'
> = {
  instance_list: projectList({
    table: 'instances',
    columns: INSTANCE_COLUMNS,
    added: EXTERNAL_ADDRESSES,
    view: listedInstanceView,
  }),

  instance_parts_list: (call) =>
    pageOf(call.page, call.sort, partsOfInstances(call.db, selectedProject(call).id), {
      table: 'instances',
      view: (parts) => parts,
      bytes: partsBytes,
    }),

  async instance_create(call) {
    const project = selectedProject(call)
    const create = async (tx: Tx, added: AddedStorage) => {
      const id = await insertInstance(tx, call, project, call.body, added)
      call.target(id)
      call.mention(...(await heldByInstance(tx, id)))
      return id
    }
    const id = await call.transaction((tx) => addingStorage(tx, (added) => create(tx, added)))
    return instanceView(await reload(call.db, 'instances', 'instance', id))
  },

  instance_view: async (call) => tagged(call, instanceView(await find(call, call.db, instances, call.params.instance))),

  instance_update: (call) =>
    changeInstance(call, async (tx, instance) => {
      requireMatch(call, instanceView(instance))
      const { ncpus, memory, boot_disk, auto_restart_policy } = call.body
      const firmware = call.body.firmware ?? instance.firmware
      checkComputeSize(call.body)
      if (ncpus !== instance.ncpus || BigInt(memory) !== BigInt(instance.memory))
        conflictUnless(instanceCan.resize, instance)
      if (firmware !== instance.firmware) {
        checkFirmware(call, firmware)
        conflictUnless(instanceCan.updateFirmware, instance)
      }
      const bootDisk = boot_disk == null ? null : (await bootDiskInBody(tx, call, instance, boot_disk)).id
      if (bootDisk !== instance.boot_disk_id) conflictUnless(instanceCan.updateBootDisk, instance)
      const row = await tx
        .updateTable('instances')
        .set({
          ncpus,
          memory,
          boot_disk_id: bootDisk,
          firmware,
          auto_restart_policy: auto_restart_policy ?? null,
          time_modified: call.now,
        })
        .where('id', '=', instance.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      call.target(row.id, differenceOf(instanceView(instance), instanceView(row)))
      return tagged(call, instanceView(row))
    }),

  instance_delete: (call) =>
    changeInstance(call, async (tx, instance) => {
      refuseUnless(instanceCan.delete, instance)
      call.mention(...(await heldByInstance(tx, instance.id)))
      await removeInstance(tx, call.services, instance, call.now)
    }),

  instance_deletion_lock_update: (call) =>
    changeInstance(call, (tx, row) => {
      const creation = row.run_state === 'creating' ? row.saga_id : null
      return updateDeletionLock(call, tx, { table: 'instances', row, view: instanceView, creation })
    }),

  instance_start: (call) =>
    changeInstance(call, async (tx, instance) => {
      if (instanceCan.start.noOp.includes(instance.run_state)) return instanceView(instance)
      conflictUnless(instanceCan.start, instance)
      return instanceView(await startInstance(tx, call.services, instance, call.now))
    }),

  instance_stop: stop(instanceCan.stop, { powerOff: false }),

  instance_power_off: stop(instanceCan.powerOff, { powerOff: true }),

  instance_reboot: (call) =>
    changeInstance(call, async (tx, instance) => {
      if (instanceCan.reboot.noOp.includes(instance.run_state)) return instanceView(instance)
      refuseUnless(instanceCan.reboot, instance.run_state)
      const saga_id = await call.services.sagas.begin(tx, instanceRebootSaga, { instanceId: instance.id }, instance)
      return instanceView(await setRunState(tx, instance, 'rebooting', call.now, { saga_id }))
    }),

  async instance_disk_list(call) {
    const instance = await find(call, call.db, instances, call.params.instance)
    const disks = call.db.selectFrom('disks').selectAll().where('instance_id', '=', instance.id)
    return pageOf(call.page, call.sort, disks, { table: 'disks', view: diskView })
  },

  async instance_disk_attach(call) {
    const id = await changeInstance(call, (tx, instance) => attachDisk(tx, call, instance, call.body.disk))
    return diskView(await reload(call.db, 'disks', 'disk', id))
  },

  async instance_disk_detach(call) {
    const id = await changeInstance(call, (tx, instance) => detachDisk(tx, call, instance, call.body.disk))
    return diskView(await reload(call.db, 'disks', 'disk', id))
  },

  async instance_ssh_public_key_list(call) {
    const instance = await find(call, call.db, instances, call.params.instance)
    return pageOf(call.page, call.sort, sshKeysOf(call.db, instance.id), {
      table: 'instance_ssh_keys',
      view: instanceSshKeyView,
      bytes: keyBytes,
    })
  },

  async instance_port_forward_list(call) {
    const instance = await find(call, call.db, instances, call.params.instance)
    const forwards = await call.services.platform.instances.portForwards(instance.id)
    return {
      items: forwards.map(({ hostIp, hostPort, machinePort }) => ({
        host_ip: hostIp,
        host_port: hostPort,
        instance_port: machinePort,
      })),
    }
  },

  async instance_serial_console(call) {
    const instance = await find(call, call.db, instances, call.params.instance)
    return serialHistory(call.services.platform.instances.serial, instance, call.query)
  },
}
