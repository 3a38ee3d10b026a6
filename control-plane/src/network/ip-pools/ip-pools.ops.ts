import type { IpPoolSiloLink, ipPools as operations } from '@skerry/contract/network/ip-pools.ts'
import { isUuid } from '@skerry/contract/rules/names.ts'
import { lockSilo } from '../../identity/silos/silos.repo.ts'
import { requireSilo, siloInPath } from '../../identity/silos/silos.scope.ts'
import { selector } from '../../kernel/access/scope.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import type { CallAt, Handlers } from '../../kernel/http/call.ts'
import { differenceOf } from '../../kernel/http/difference.ts'
import { invalidRequest, notFound } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { find } from '../../kernel/resources/find.ts'
import {
  deleteLink,
  firstUsedInSilo,
  lockVpcsOfDefaultPool,
  lockVpcsWithPool,
  insertLink,
  linksOfPool,
  setDefault,
} from './ip-pool-links.repo.ts'
import { addRange, firstRange, rangesPage, removeRange } from './ip-pool-ranges.repo.ts'
import { ipPools } from './ip-pool.resource.ts'
import {
  linkView,
  listedLinkView,
  listedPoolView,
  listedSiloPoolView,
  poolView,
  rangeView,
  siloPoolView,
  poolUtilizationView,
} from './ip-pool.view.ts'
import {
  deletePool,
  lockPoolsTable,
  insertPool,
  listedPools,
  listedPoolsOfSilo,
  poolsOfSilo,
  servicePool,
  updatePool,
  utilizationOf,
} from './ip-pools.repo.ts'

/** The pool in the path, with permission for the operation. The service pool has operations of its own. */
async function poolInPath(call: CallAt<'pool'>, db: Queryable, lock?: true | (() => Promise<unknown>)) {
  const pool = await find(call, db, ipPools, call.params.pool, { lock })
  if (pool.is_service) throw notFound('ip-pool', selector(call.params.pool))
  return pool
}

/** Locks a silo and the pool in the path for a change of their link; for a default pool the silo's VPCs too. */
async function lockPoolAndSilo(
  call: CallAt<'pool'>,
  tx: Tx,
  silo: string,
  isDefault: boolean,
): Promise<{ ip_pool_id: string; silo_id: string }> {
  await poolInPath(call, tx)
  const { id: silo_id } = await requireSilo(tx, silo)
  // No VPC is created in it until the transaction ends.
  if (!(await lockSilo(tx, silo_id))) throw notFound('silo', selector(silo))
  if (isDefault) await lockVpcsOfDefaultPool(tx, silo_id)
  const { id } = await poolInPath(call, tx, true)
  call.target(id)
  return { ip_pool_id: id, silo_id }
}

export const ipPoolsOps: Handlers<typeof operations> = {
  project_ip_pool_list(call) {
    const { siloId } = call.actor
    call.access.onSilo(siloId)
    return pageOf(call.page, call.sort, listedPoolsOfSilo(call.db, siloId), {
      table: 'ip_pools',
      view: listedSiloPoolView,
    })
  },

  async project_ip_pool_view(call) {
    const { siloId } = call.actor
    call.access.onSilo(siloId)
    const { pool } = call.params
    const named = poolsOfSilo(call.db, siloId).where(isUuid(pool) ? 'ip_pools.id' : 'ip_pools.name', '=', pool)
    const row = await named.executeTakeFirst()
    if (!row) throw notFound('ip-pool', selector(pool))
    return siloPoolView(row)
  },

  ip_pool_list(call) {
    call.access.onFleet()
    return pageOf(call.page, call.sort, listedPools(call.db), { table: 'ip_pools', view: listedPoolView })
  },

  ip_pool_create(call) {
    call.access.onFleet()
    return call.transaction(async (tx) => {
      const pool = await insertPool(tx, call.body, call.now)
      call.target(pool.id)
      return poolView(pool)
    })
  },

  ip_pool_view: async (call) => poolView(await poolInPath(call, call.db)),

  ip_pool_update(call) {
    return call.transaction(async (tx) => {
      const pool = await poolInPath(call, tx, () => lockPoolsTable(tx))
      call.target(pool.id)
      const { name, description } = call.body
      const changed = { name: name ?? undefined, description: description ?? undefined }
      const row = await updatePool(tx, pool.id, changed, call.now)
      call.target(pool.id, differenceOf(poolView(pool), poolView(row)))
      return poolView(row)
    })
  },

  ip_pool_delete(call) {
    return call.transaction(async (tx) => {
      // Table before row, as in an update: the reverse order would deadlock.
      const { id, name } = await poolInPath(call, tx, () => lockPoolsTable(tx))
      call.target(id)
      const range = await firstRange(tx, id)
      if (range) throw invalidRequest(`IP pool "${name}" has range ${range.first}-${range.last}: remove it first`)
      await deletePool(tx, call.services, id)
    })
  },

  async ip_pool_range_list(call) {
    const pool = await poolInPath(call, call.db)
    return rangesPage(call.db, call.page, pool.id)
  },

  ip_pool_range_add(call) {
    return call.transaction(async (tx) => {
      const { id } = await poolInPath(call, tx, true)
      call.target(id)
      return rangeView(await addRange(tx, id, call.body, call.now))
    })
  },

  ip_pool_range_remove(call) {
    return call.transaction(async (tx) => {
      const { id } = await poolInPath(call, tx, true)
      call.target(id)
      await removeRange(tx, id, call.body)
    })
  },

  async ip_pool_silo_list(call) {
    const pool = await poolInPath(call, call.db)
    return pageOf(call.page, call.sort, linksOfPool(call.db, pool.id), { table: 'silos', view: listedLinkView })
  },

  ip_pool_silo_link(call) {
    return call.transaction(async (tx) => {
      const linked = await lockPoolAndSilo(call, tx, call.body.silo, call.body.is_default)
      return linkView(await insertLink(tx, call.services, { ...linked, is_default: call.body.is_default }, call.now))
    })
  },

  ip_pool_silo_update(call) {
    return call.transaction(async (tx) => {
      const linked = await lockPoolAndSilo(call, tx, call.params.silo, call.body.is_default)
      const links = await setDefault(tx, call.services, { ...linked, is_default: call.body.is_default }, call.now)
      if (!links) throw notFound('ip-pool-resource', selector(call.params.silo))
      const [before, after] = links.map(linkView) as [IpPoolSiloLink, IpPoolSiloLink]
      call.target(after.ip_pool_id, { silo_id: after.silo_id, ...differenceOf(before, after) })
      return after
    })
  },

  ip_pool_silo_unlink(call) {
    return call.transaction(async (tx) => {
      const { id: seen } = await poolInPath(call, tx)
      const { id: siloId } = await requireSilo(tx, call.params.silo)
      await lockVpcsWithPool(tx, seen, siloId)
      const { id, name } = await poolInPath(call, tx, true)
      call.target(id)
      const used = await firstUsedInSilo(tx, id, siloId)
      if (used) throw invalidRequest(`address ${used.ip} of IP pool "${name}" is in use in the silo: release it first`)
      if (!(await deleteLink(tx, call.services, id, siloId)))
        throw notFound('ip-pool-resource', selector(call.params.silo))
    })
  },

  async ip_pool_utilization_view(call) {
    const pool = await poolInPath(call, call.db)
    return poolUtilizationView(await utilizationOf(call.db, pool.id))
  },

  async ip_pool_service_view(call) {
    call.access.onFleet()
    return poolView(await servicePool(call.db))
  },

  async ip_pool_service_range_list(call) {
    call.access.onFleet()
    return rangesPage(call.db, call.page, (await servicePool(call.db)).id)
  },

  ip_pool_service_range_add(call) {
    call.access.onFleet()
    return call.transaction(async (tx) => {
      const { id } = await servicePool(tx, { lock: true })
      call.target(id)
      return rangeView(await addRange(tx, id, call.body, call.now))
    })
  },

  ip_pool_service_range_remove(call) {
    call.access.onFleet()
    return call.transaction(async (tx) => {
      const { id } = await servicePool(tx, { lock: true })
      call.target(id)
      await removeRange(tx, id, call.body)
    })
  },

  async silo_ip_pool_list(call) {
    const silo = await siloInPath(call, call.db)
    return pageOf(call.page, call.sort, listedPoolsOfSilo(call.db, silo.id), {
      table: 'ip_pools',
      view: listedSiloPoolView,
    })
  },
}
