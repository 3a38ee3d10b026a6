import type { sleds } from '@skerry/contract/fleet/sleds.ts'
import { requireOnFleet } from '../../kernel/access/require-on-fleet.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { differenceOf } from '../../kernel/http/difference.ts'
import { conflict, notFoundWhat } from '../../kernel/http/errors.ts'
import { pageOf, pageOfItems } from '../../kernel/http/paging.ts'
import { fleet } from '../../kernel/sagas/saga.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { physicalDiskView } from '../physical-disks/physical-disk.view.ts'
import { listedDisks } from '../physical-disks/physical-disks.repo.ts'
import { sledAddSaga } from './sled-add.saga.ts'
import { pendingAdditions, insertAddition, type SledKey } from './sled-additions.repo.ts'
import { policyOf, sledInstanceView, sledView, uninitializedSledView } from './sled.view.ts'
import { findSled, instancesOn, listedSleds, lockSled, setProvisionable } from './sleds.repo.ts'

const isSameSled = (a: SledKey) => (b: SledKey) => a.part === b.part && a.serial === b.serial

export const sledsOps: Handlers<typeof sleds> = {
  sled_list(call) {
    call.access.onFleet()
    return pageOf(call.page, call.sort, listedSleds(call.db), { table: 'sleds', view: sledView })
  },

  async sled_add(call) {
    call.access.onFleet()
    const { body, services, now } = call
    const { uninitializedSleds } = await services.platform.hardware.inventory()
    const isPresent = uninitializedSleds.some(({ baseboard }) => isSameSled(body)(baseboard))
    return call.transaction(async (tx) => {
      const sled = { id: randomId(), part: body.part, serial: body.serial }
      call.target(sled.id)
      await insertAddition(tx, sled, now)
      if (!isPresent) throw notFoundWhat(`uninitialized sled with part "${sled.part}" and serial "${sled.serial}"`)
      await services.sagas.begin(tx, sledAddSaga, sled, fleet)
      return { id: sled.id }
    })
  },

  async sled_view(call) {
    const id = call.params.sled_id
    return sledView(requireOnFleet(call, 'sled', { id }, await findSled(call.db, id)))
  },

  async sled_physical_disk_list(call) {
    const id = call.params.sled_id
    requireOnFleet(call, 'sled', { id }, await findSled(call.db, id))
    const ofSled = listedDisks(call.db).where('sled_id', '=', id)
    return pageOf(call.page, call.sort, ofSled, { table: 'physical_disks', view: physicalDiskView })
  },

  async sled_instance_list(call) {
    const id = call.params.sled_id
    requireOnFleet(call, 'sled', { id }, await findSled(call.db, id))
    return pageOf(call.page, call.sort, instancesOn(call.db, id), { table: 'instances', view: sledInstanceView })
  },

  sled_set_provision_policy(call) {
    return call.transaction(async (tx) => {
      const id = call.params.sled_id
      requireOnFleet(call, 'sled', { id }, await findSled(tx, id))
      const sled = requireOnFleet(call, 'sled', { id }, await lockSled(tx, id))
      call.target(id)
      if (sled.policy === 'expunged') throw conflict(`sled ${id} is expunged: nothing is provisioned on it`)
      const { state } = call.body
      const old = policyOf(sled)
      call.target(id, differenceOf({ provision_policy: old }, { provision_policy: state }))
      if (state !== old) await setProvisionable(tx, id, state === 'provisionable', call.now)
      return { old_state: old, new_state: state }
    })
  },

  async sled_list_uninitialized(call) {
    call.access.onFleet()
    const { uninitializedSleds } = await call.services.platform.hardware.inventory()
    const present = uninitializedSleds.map(({ baseboard }) => baseboard)
    const pending = await pendingAdditions(call.db, present)
    const views = uninitializedSleds.map((sled) =>
      uninitializedSledView(sled, pending.find(isSameSled(sled.baseboard))?.time_created),
    )
    return pageOfItems(call.page, views, ({ rack_id, cubby }) => `${rack_id} ${String(cubby).padStart(5, '0')}`)
  },
}
