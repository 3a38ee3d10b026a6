import { sql } from 'kysely'
import { bytesText } from '../../kernel/bytes.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { insufficientCapacity, invalidRequest } from '../../kernel/errors.ts'
import type { Row } from '../../kernel/database/tables.ts'

/** What an instance takes of its sled. Memory in bytes. */
export interface MachineSize {
  ncpus: number
  memory: number | bigint
}

/** A sled with a machine that a group speaks of, and what the group says about it. */
interface Companion {
  sled_id: string
  /** Where its machine is being moved to. */
  migration_sled_id: string | null
  kind: Row<'affinity_groups'>['kind']
  policy: Row<'affinity_groups'>['policy']
}

/**
 * Chooses a sled for an instance that is about to start or to be moved, and takes its part of it. The silo's quota is held, so that
 * groups and places of its instances stay as they are; the sled's row stays held until the transaction ends.
 * @param leaving the sled that it is to be moved from
 * @returns the sled's id
 * @throws 507 when none fits, 400 when its groups contradict each other
 */
export async function placeInstance(tx: Tx, instance: MachineSize & { id: string }, leaving?: string): Promise<string> {
  const companions = await companionsOf(tx, instance.id)
  const bound = sledsOf(companions, 'affinity', 'fail')
  const barred = sledsOf(companions, 'anti_affinity', 'fail')
  if (bound.size > 1) throw invalidRequest('the affinity groups of the instance bind it to two sleds')
  if ([...bound].some((sled) => barred.has(sled)))
    throw invalidRequest('the groups of the instance bind it to a sled and bar it from the same one')
  if (leaving !== undefined) barred.add(leaving)
  const liked = sledsOf(companions, 'affinity', 'allow')
  const disliked = sledsOf(companions, 'anti_affinity', 'allow')

  for (;;) {
    const best = await bestSled(tx, instance, { bound, barred, liked, disliked })
    if (best === undefined) {
      const among = bound.size || barred.size ? ' where its groups allow it to run' : ''
      throw insufficientCapacity(
        `no sled has ${instance.ncpus} threads and ${bytesText(instance.memory)} of memory free${among}`,
      )
    }
    // Another silo's instance may have taken it between the two statements: then the next best one is looked for.
    if (await takeSled(tx, best, instance)) return best
  }
}

interface Wishes {
  bound: Set<string>
  barred: Set<string>
  liked: Set<string>
  disliked: Set<string>
}

/** The sled that breaks fewest wishes, and the emptiest of those; by index where the instance is in no group. */
async function bestSled(
  tx: Tx,
  size: MachineSize,
  { bound, barred, liked, disliked }: Wishes,
): Promise<string | undefined> {
  let query = fittingSleds(tx, size).select('id')
  if (bound.size) query = query.where('id', 'in', [...bound])
  if (barred.size) query = query.where('id', 'not in', [...barred])
  if (liked.size || disliked.size)
    query = query.orderBy(sql`(id = any(${[...disliked]}::uuid[]))::int * 2 - (id = any(${[...liked]}::uuid[]))::int`)
  const best = await query
    .orderBy(sql`threads - threads_provisioned`, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return best?.id
}

/** Sleds that may be given instances and have room for one of that size. */
const fittingSleds = (tx: Tx, { ncpus, memory }: MachineSize) =>
  tx
    .selectFrom('sleds')
    .where('policy', '=', 'in_service')
    .where('state', '=', 'active')
    .where('provisionable', '=', true)
    .where('reachable', '=', true)
    .where('missing', '=', false)
    .where(sql<boolean>`threads - threads_provisioned >= ${ncpus}`)
    .where(sql<boolean>`memory - memory_provisioned >= ${memory}`)

/** Answers false when the sled has no room for it any more. */
async function takeSled(tx: Tx, id: string, size: MachineSize): Promise<boolean> {
  const held = await fittingSleds(tx, size).select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (held) await changeUse(tx, id, size.ncpus, BigInt(size.memory))
  return held !== undefined
}

/** Counts an instance on sleds that it was not placed on, and no more on those that it has left. */
export async function recountSleds(
  tx: Tx,
  { ncpus, memory }: MachineSize,
  { left, joined }: { left: string[]; joined: string[] },
): Promise<void> {
  const changes = [
    ...left.map((id) => ({ id, threads: -ncpus, bytes: -BigInt(memory) })),
    ...joined.map((id) => ({ id, threads: ncpus, bytes: BigInt(memory) })),
  ]
  // In the order of their ids, as wherever several rows of a table are taken.
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

const companionsOf = (tx: Tx, instanceId: string): Promise<Companion[]> =>
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

/** A companion that is being moved is kept together with where it will be, and apart from both sleds. */
const sledsOf = (companions: Companion[], kind: Companion['kind'], policy: Companion['policy']): Set<string> =>
  new Set(
    companions
      .filter((each) => each.kind === kind && each.policy === policy)
      .flatMap(({ sled_id: from, migration_sled_id: to }) =>
        to === null ? [from] : kind === 'affinity' ? [to] : [from, to],
      ),
  )
