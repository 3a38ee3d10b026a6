import type { floatingIps as operations } from '@skerry/contract/network/floating-ips.ts'
import { instanceCan, maxFloatingIps } from '@skerry/contract/rules/instances.ts'
import { selectedProject, selector } from '../../kernel/access/scope.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { lockProjectShared } from '../../kernel/database/lock-project.ts'
import { lockNames } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { CallAt, Handlers } from '../../kernel/http/call.ts'
import { differenceOf } from '../../kernel/http/difference.ts'
import { invalidRequest, notFound } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { refuseUnless } from '../../kernel/http/refuse.ts'
import { find, type Found } from '../../kernel/resources/find.ts'
import { alreadyAttachedError, attachFloating } from '../external-ips/attach-floating.ts'
import { declareIfConnected, declareInstance } from '../external-ips/declare-instance.ts'
import { type FloatingRow, floatingIpView } from '../external-ips/external-ip.view.ts'
import { deleteAddresses } from '../external-ips/external-ips.repo.ts'
import { lockPoolRows } from '../ip-pools/ip-pool-allocation.repo.ts'
import { floatingIps } from './floating-ip.resource.ts'
import { countFloatingOf, insertFloating, listedFloatingIps, updateFloating } from './floating-ips.repo.ts'

type Address = Found<'external_ips', 'project_id' | 'silo_id'>

/** The floating IP in the path. Its name and description are never null. */
const inPath = async (call: CallAt<'floating_ip'>, db: Queryable, lock?: (row: Address) => Promise<unknown>) =>
  (await find(call, db, floatingIps, call.params.floating_ip, { lock })) as FloatingRow & Address

/** Locks the instance to attach a floating IP to. @throws 404; 400 when it is in another project */
async function lockParent(tx: Tx, projectId: string, parent: string): Promise<Row<'instances'>> {
  const by = selector(parent)
  const row = await tx
    .selectFrom('instances')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id' in by ? 'id' : 'name', '=', parent)
    .forUpdate()
    .executeTakeFirst()
  if (row) return row
  throw 'name' in by
    ? notFound('instance', by)
    : invalidRequest('the instance is not in the project of the floating IP')
}

/** Locks only the instance's row: changing its addresses needs no quota lock. */
const lockInstanceRow = (tx: Tx, id: string): Promise<Row<'instances'> | undefined> =>
  tx.selectFrom('instances').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const floatingIpsOps: Handlers<typeof operations> = {
  floating_ip_list(call) {
    const project = selectedProject(call)
    const ofProject = listedFloatingIps(call.db).where('external_ips.project_id', '=', project.id)
    return pageOf(call.page, call.sort, ofProject, { table: 'external_ips', view: floatingIpView })
  },

  floating_ip_create(call) {
    const project = selectedProject(call)
    return call.transaction(async (tx) => {
      await lockProjectShared(tx, project.id)
      const row = await insertFloating(tx, project, call.body, call.now)
      call.target(row.id)
      return floatingIpView(row)
    })
  },

  floating_ip_view: async (call) => floatingIpView(await inPath(call, call.db)),

  floating_ip_update(call) {
    return call.transaction(async (tx) => {
      const present = await inPath(call, tx, ({ project_id }) => lockNames(tx, 'projects', project_id))
      call.target(present.id)
      const { name, description } = call.body
      const changed = { name: name ?? undefined, description: description ?? undefined }
      const row = await updateFloating(tx, present.id, changed, call.now)
      call.target(row.id, differenceOf(floatingIpView(present), floatingIpView(row)))
      return floatingIpView(row)
    })
  },

  floating_ip_delete(call) {
    return call.transaction(async (tx) => {
      const floating = await inPath(call, tx, ({ ip_pool_id }) => lockPoolRows(tx, [ip_pool_id]))
      call.target(floating.id)
      if (floating.instance_id) throw await alreadyAttachedError(tx, floating.name, floating.instance_id)
      await deleteAddresses(tx, [floating])
    })
  },

  // The instance is locked first: no other transaction then attaches to it or detaches from it.
  floating_ip_attach(call) {
    return call.transaction(async (tx) => {
      const { project_id } = await inPath(call, tx)
      const instance = await lockParent(tx, project_id, call.body.parent)
      const present = await inPath(call, tx)
      call.target(present.id)
      if (present.instance_id === instance.id) return floatingIpView(present)
      refuseUnless(instanceCan.attachExternalIp, instance.run_state)
      if ((await countFloatingOf(tx, instance.id)) >= maxFloatingIps)
        throw invalidRequest(`an instance can have at most ${maxFloatingIps} floating IPs`)
      call.mention(instance.id)
      await declareInstance(tx, call.services, instance)
      const attachment = { projectId: project_id, instanceId: instance.id, floatingIp: present.id, access: call.access }
      return floatingIpView((await attachFloating(tx, attachment, call.now)) as FloatingRow)
    })
  },

  floating_ip_detach(call) {
    return call.transaction(async (tx) => {
      const { instance_id } = await inPath(call, tx)
      const instance = instance_id ? await lockInstanceRow(tx, instance_id) : undefined
      const present = await inPath(call, tx)
      call.target(present.id)
      if (!instance || present.instance_id !== instance.id) return floatingIpView(present)
      refuseUnless(instanceCan.detachExternalIp, instance.run_state)
      call.mention(instance.id)
      await declareIfConnected(tx, call.services, instance)
      return floatingIpView(await updateFloating(tx, present.id, { instance_id: null }, call.now))
    })
  },
}
