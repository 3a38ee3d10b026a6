import type { vpcs as operations } from '@skerry/contract/network/vpcs.ts'
import { selectedProject } from '../../kernel/access/scope.ts'
import { lockProject } from '../../kernel/database/lock-project.ts'
import { lockNames, lockSiloShared } from '../../kernel/database/names.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { boundedList, differenceOf } from '../../kernel/http/difference.ts'
import { invalidRequest, notFound } from '../../kernel/http/errors.ts'
import { requireMatch, tagged } from '../../kernel/http/etag.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { refuseIfDeletionLocked, updateDeletionLock } from '../../kernel/resources/deletion-lock.ts'
import { find } from '../../kernel/resources/find.ts'
import { renameVpcInRules } from '../firewall-rules/firewall-rules.repo.ts'
import { declareVpcs, vpcDeleteSaga } from './vpc-declare.saga.ts'
import { vpcs } from './vpc.resource.ts'
import { listedVpcView, vpcView } from './vpc.view.ts'
import { createVpc, deleteVpc, firstSubnet, heldByVpc, listedVpcs, updateVpc } from './vpcs.repo.ts'

export const vpcsOps: Handlers<typeof operations> = {
  vpc_list(call) {
    const project = selectedProject(call)
    return pageOf(call.page, call.sort, listedVpcs(call.db, project.id), { table: 'vpcs', view: listedVpcView })
  },

  vpc_create(call) {
    const project = selectedProject(call)
    const { name, description, dns_name: dnsName, ipv6_prefix: ipv6Prefix } = call.body
    return call.transaction(async (tx) => {
      await lockSiloShared(tx, project.silo_id)
      // Locked: concurrent creations would exceed the limit of VPCs per project.
      if (!(await lockProject(tx, project.id))) throw notFound('project', { id: project.id })
      const vpc = await createVpc(tx, call.services, project, { name, description, dnsName, ipv6Prefix, now: call.now })
      call.target(vpc.id)
      call.mention(...(await heldByVpc(tx, vpc.id)))
      return vpcView(vpc)
    })
  },

  vpc_view: async (call) => tagged(call, vpcView(await find(call, call.db, vpcs, call.params.vpc))),

  vpc_update(call) {
    return call.transaction(async (tx) => {
      const present = await find(call, tx, vpcs, call.params.vpc, {
        lock: ({ project_id }) => lockNames(tx, 'projects', project_id),
      })
      const { id } = present
      call.target(id)
      requireMatch(call, vpcView(present))
      const { name, description, dns_name } = call.body
      const changed = {
        name: name ?? undefined,
        description: description ?? undefined,
        dns_name: dns_name ?? undefined,
      }
      const vpc = await updateVpc(tx, id, changed, call.now)
      const difference = differenceOf(vpcView(present), vpcView(vpc))
      const rules = await renameVpcInRules(tx, present, vpc.name, call.now)
      call.target(id, rules.length ? { ...difference, firewall_rules_changed: boundedList(rules) } : difference)
      await declareVpcs(tx, call.services, [id])
      return tagged(call, vpcView(vpc))
    })
  },

  vpc_deletion_lock_update(call) {
    return call.transaction(async (tx) => {
      const row = await find(call, tx, vpcs, call.params.vpc, { lock: true })
      return updateDeletionLock(call, tx, { table: 'vpcs', row, view: vpcView })
    })
  },

  vpc_delete(call) {
    return call.transaction(async (tx) => {
      const vpc = await find(call, tx, vpcs, call.params.vpc, { lock: true })
      const { id, name } = vpc
      call.target(id)
      refuseIfDeletionLocked(vpc)
      const subnet = await firstSubnet(tx, id)
      if (subnet) throw invalidRequest(`VPC "${name}" has subnet "${subnet.name}": delete it first`)
      call.mention(...(await heldByVpc(tx, id)))
      await deleteVpc(tx, id)
      await call.services.sagas.begin(tx, vpcDeleteSaga, { vpcId: id }, vpc)
    })
  },
}
