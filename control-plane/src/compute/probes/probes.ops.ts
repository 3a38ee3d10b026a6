import type { probes } from '@skerry/contract/compute/probes.ts'
import { findSled } from '../../fleet/sleds/sleds.repo.ts'
import { selectedProject, selector } from '../../kernel/access/scope.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { lockProjectShared } from '../../kernel/database/lock-project.ts'
import type { CallAt, Handlers } from '../../kernel/http/call.ts'
import { invalidRequest, notFound } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { allocateEphemeral, deleteAddresses } from '../../network/external-ips/external-ips.repo.ts'
import { addressesOfSubnet, freeAddresses } from '../../network/free-addresses.repo.ts'
import { lockVpcByName, subnetByName } from '../../network/network-interfaces/network-interfaces.repo.ts'
import { takeNextInSubnet } from '../../network/subnets/subnet-allocation.repo.ts'
import { declareVpcs } from '../../network/vpcs/vpc-declare.saga.ts'
import { probeInfoView, probeView } from './probe.view.ts'
import { addressOfProbe, deleteProbe, findProbe, insertProbe, type ProbeRow, probesOf } from './probes.repo.ts'

/** The probe in the path; its project is always named. @throws 404, 403 */
async function probeInPath(call: CallAt<'probe'>, db: Queryable): Promise<ProbeRow> {
  const project = selectedProject(call)
  const { probe: asked } = call.params
  const probe = await findProbe(db, project.id, asked)
  if (!probe) throw notFound('probe', selector(asked))
  return probe
}

/** @throws 404 for an unknown sled, 400 for one that is not in service */
async function requireSledInService(tx: Tx, id: string): Promise<void> {
  const sled = await findSled(tx, id)
  if (!sled) throw notFound('sled', { id })
  if (sled.policy !== 'in_service' || sled.missing) throw invalidRequest(`sled ${id} is not in service`)
}

export const probesOps: Handlers<typeof probes> = {
  probe_list(call) {
    const project = selectedProject(call)
    return pageOf(call.page, call.sort, probesOf(call.db, project.id), { table: 'probes', view: probeInfoView })
  },

  probe_create(call) {
    const project = selectedProject(call)
    const { name, description, sled, ip_pool: pool } = call.body
    return call.transaction(async (tx) => {
      await lockProjectShared(tx, project.id)
      await requireSledInService(tx, sled)
      const vpc = await lockVpcByName(tx, project.id, 'default')
      const subnet = await subnetByName(tx, vpc.id, 'default')
      const place = { project_id: project.id, vpc_id: vpc.id, subnet_id: subnet.id, sled_id: sled }
      const ip = await takeNextInSubnet(tx, subnet)
      const probe = await insertProbe(tx, { ...place, name, description, ip }, call.now)
      call.target(probe.id)
      const holder = { siloId: project.silo_id, projectId: project.id, probeId: probe.id }
      await allocateEphemeral(tx, { ...holder, pool }, call.now)
      await declareVpcs(tx, call.services, [vpc.id])
      return probeView(probe)
    })
  },

  probe_view: async (call) => probeInfoView(await probeInPath(call, call.db)),

  probe_delete(call) {
    return call.transaction(async (tx) => {
      const { vpc_id } = await probeInPath(call, tx)
      // Locks the VPC of the probe's interface.
      await declareVpcs(tx, call.services, [vpc_id])
      const probe = await probeInPath(call, tx)
      call.target(probe.id)
      await deleteAddresses(tx, [await addressOfProbe(tx, probe.id)])
      await deleteProbe(tx, probe.id)
      await freeAddresses(tx, addressesOfSubnet(probe.subnet_id), probe.ip)
    })
  },
}
