import { sql } from 'kysely'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { insufficientCapacity, invalidRequest } from '../../kernel/http/errors.ts'
import { bytesText } from '../../kernel/values/bytes.ts'

/** Resources that an instance uses on its sled. Memory in bytes. */
export interface MachineSize {
  ncpus: number
  memory: number | bigint
}

/** Another placed instance of an affinity group, with the group's kind and policy. */
interface GroupPeer {
  sled_id: string
  /** The target of a running migration. */
  migration_sled_id: string | null
  kind: Row<'affinity_groups'>['kind']
  policy: Row<'affinity_groups'>['policy']
}

const STORAGE_FULL = 'the storage is full, so no instance can start: delete disks, snapshots or images, or add storage'

/**
 * Chooses a sled for an instance that starts or migrates, and reserves its resources there. The caller has locked the
 * silo's quota, which keeps groups and placements of its instances stable; the sled's row stays locked.
 * @param leaving the sled to migrate from
 * @returns the sled's id
 * @throws 507 when no sled fits or has storage left, 400 when its groups contradict each other
 */
export async function placeInstance(tx: Tx, instance: MachineSize & { id: string }, leaving?: string): Promise<string> {
  const peers = await peersOf(tx, instance.id)
  const required = sledsOf(peers, 'affinity', 'fail')
  const excluded = sledsOf(peers, 'anti_affinity', 'fail')
  if (required.size > 1) throw invalidRequest('the affinity groups of the instance require two different sleds')
  if ([...required].some((sled) => excluded.has(sled)))
    throw invalidRequest('the groups of the instance require and exclude the same sled')
  if (leaving !== undefined) excluded.add(leaving)
  const preferred = sledsOf(peers, 'affinity', 'allow')
  const discouraged = sledsOf(peers, 'anti_affinity', 'allow')

  const preferences = { required, excluded, preferred, discouraged }
  for (;;) {
    const best = await bestSled(tx, instance, preferences, false)
    if (best === undefined) {
      if (await bestSled(tx, instance, preferences, true)) throw insufficientCapacity(STORAGE_FULL)
      const among = required.size || excluded.size ? ' where its groups allow it to run' : ''
      throw insufficientCapacity(
        `no sled has ${instance.ncpus === 1 ? '1 vCPU' : `${instance.ncpus} vCPUs`} and ${bytesText(instance.memory)} of memory free${among}`,
      )
    }
    // An instance of another silo may have used it up between the two statements: try the next best one.
    if (await reserveOn(tx, best, instance)) return best
  }
}

interface SledPreferences {
  required: Set<string>
  excluded: Set<string>
  preferred: Set<string>
  discouraged: Set<string>
}

/** The sled that violates the fewest preferences, then the emptiest. Uses an index for an instance without groups. */
async function bestSled(
  tx: Tx,
  size: MachineSize,
  { required, excluded, preferred, discouraged }: SledPreferences,
  storageFull: boolean,
): Promise<string | undefined> {
  let query = fittingSleds(tx, size).select('id').where('storage_full', '=', storageFull)
  if (required.size) query = query.where('id', 'in', [...required])
  if (excluded.size) query = query.where('id', 'not in', [...excluded])
  if (preferred.size || discouraged.size)
    query = query.orderBy(
      sql`(id = any(${[...discouraged]}::uuid[]))::int * 2 - (id = any(${[...preferred]}::uuid[]))::int`,
    )
  const best = await query
    .orderBy(sql`provisionable_vcpus - threads_provisioned`, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return best?.id
}

/** Sleds that accept instances. An instance still cannot start on one whose storage is full. */
export const acceptingSleds = (db: Queryable) =>
  db
    .selectFrom('sleds')
    .where('policy', '=', 'in_service')
    .where('state', '=', 'active')
    .where('provisionable', '=', true)
    .where('reachable', '=', true)
    .where('missing', '=', false)

/** Accepting sleds with room for an instance of this size. */
const fittingSleds = (tx: Tx, { ncpus, memory }: MachineSize) =>
  acceptingSleds(tx)
    .where(sql<boolean>`provisionable_vcpus - threads_provisioned >= ${ncpus}`)
    .where(sql<boolean>`memory - memory_provisioned >= ${memory}`)

/** Returns false when the sled no longer has room. */
async function reserveOn(tx: Tx, id: string, size: MachineSize): Promise<boolean> {
  const fitting = fittingSleds(tx, size).select('id').where('id', '=', id).where('storage_full', '=', false)
  const locked = await fitting.forNoKeyUpdate().executeTakeFirst()
  if (locked) await changeUse(tx, id, size.ncpus, BigInt(size.memory))
  return locked !== undefined
}

/** Corrects the use of sleds that an instance has left or joined without being placed. */
export async function recountSleds(
  tx: Tx,
  { ncpus, memory }: MachineSize,
  { left, joined }: { left: string[]; joined: string[] },
): Promise<void> {
  const changes = [
    ...left.map((id) => ({ id, threads: -ncpus, bytes: -BigInt(memory) })),
    ...joined.map((id) => ({ id, threads: ncpus, bytes: BigInt(memory) })),
  ]
  // In the order of ids, the order of locks in a table (ADR 12).
  for (const { id, threads, bytes } of changes.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    await changeUse(tx, id, threads, bytes)
}

async function changeUse(tx: Tx, id: string, threads: number, bytes: bigint): Promise<void> {
  await tx
    .updateTable('sleds')
    .set({
      threads_provisioned: sql`threads_provisioned + ${threads}`,
      memory_provisioned: sql`memory_provisioned + ${bytes}`,
    })
    .where('id', '=', id)
    .execute()
}

const peersOf = (tx: Tx, instanceId: string): Promise<GroupPeer[]> =>
  tx
    .selectFrom('affinity_group_members as own')
    .innerJoin('affinity_groups as g', 'g.id', 'own.group_id')
    .innerJoin('affinity_group_members as other', 'other.group_id', 'g.id')
    .innerJoin('instances as i', 'i.id', 'other.instance_id')
    .where('own.instance_id', '=', instanceId)
    .where('other.instance_id', '!=', instanceId)
    .where('i.sled_id', 'is not', null)
    .select(['i.sled_id', 'i.migration_sled_id', 'g.kind', 'g.policy'])
    .$narrowType<{ sled_id: string }>()
    .execute()

/** Affinity to a migrating peer means the target of the migration, anti-affinity both sleds. */
const sledsOf = (peers: GroupPeer[], kind: GroupPeer['kind'], policy: GroupPeer['policy']): Set<string> =>
  new Set(
    peers
      .filter((each) => each.kind === kind && each.policy === policy)
      .flatMap(({ sled_id: from, migration_sled_id: to }) =>
        to === null ? [from] : kind === 'affinity' ? [to] : [from, to],
      ),
  )
