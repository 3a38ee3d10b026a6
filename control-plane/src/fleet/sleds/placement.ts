import { sql } from 'kysely'
import { bytesText } from '../../kernel/bytes.ts'
import type { Tx } from '../../kernel/database.ts'
import { insufficientCapacity, invalidRequest } from '../../kernel/errors.ts'
import type { Row } from '../../kernel/tables.ts'

interface Candidate {
  id: string
  threadsFree: number
  memoryFree: bigint
}

/** A sled with a machine that a group speaks of, and what the group says about it. */
interface Companion {
  sled_id: string
  kind: Row<'affinity_groups'>['kind']
  policy: Row<'affinity_groups'>['policy']
}

/**
 * Chooses a sled for an instance that is about to start. Placements go one after the other: the sleds stay locked until
 * the transaction ends, so take them last.
 * @param instance memory in bytes
 * @returns the sled's id
 * @throws 507 when none fits, 400 when its groups contradict each other
 */
export async function placeInstance(
  tx: Tx,
  instance: { id: string; ncpus: number; memory: number | bigint },
): Promise<string> {
  const candidates = await candidatesFor(tx)
  const companions = await companionsOf(tx, instance.id)
  const bound = sledsOf(companions, 'affinity', 'fail')
  const barred = sledsOf(companions, 'anti_affinity', 'fail')
  if (bound.size > 1) throw invalidRequest('the affinity groups of the instance bind it to two sleds')
  if ([...bound].some((sled) => barred.has(sled)))
    throw invalidRequest('the groups of the instance bind it to a sled and bar it from the same one')

  const liked = sledsOf(companions, 'affinity', 'allow')
  const disliked = sledsOf(companions, 'anti_affinity', 'allow')
  // Fewest quarrels first, then the emptiest sled.
  const rank = (sled: Candidate) => Number(disliked.has(sled.id)) * 2 - Number(liked.has(sled.id))
  const [best] = candidates
    .filter((sled) => sled.threadsFree >= instance.ncpus && sled.memoryFree >= BigInt(instance.memory))
    .filter((sled) => !barred.has(sled.id) && (!bound.size || bound.has(sled.id)))
    .toSorted((a, b) => rank(a) - rank(b) || b.threadsFree - a.threadsFree || (a.id < b.id ? -1 : 1))
  if (!best) {
    const among = bound.size || barred.size ? ' where its groups allow it to run' : ''
    throw insufficientCapacity(
      `no sled has ${instance.ncpus} threads and ${bytesText(instance.memory)} of memory free${among}`,
    )
  }
  return best.id
}

/** Sleds that may be given an instance, with what they have left. */
async function candidatesFor(tx: Tx): Promise<Candidate[]> {
  const sleds = await tx
    .selectFrom('sleds')
    .select(['id', 'threads', 'memory'])
    .where('policy', '=', 'in_service')
    .where('state', '=', 'active')
    .where('provisionable', '=', true)
    .where('reachable', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute()
  // A statement of its own, so that it sees what those who held the locks before have placed.
  const used = await tx
    .selectFrom('instances')
    .where('sled_id', 'is not', null)
    .groupBy('sled_id')
    .select(['sled_id', sql<string>`sum(ncpus)`.as('threads'), sql<string>`sum(memory)`.as('memory')])
    .execute()
  const usedOf = new Map(used.map((row) => [row.sled_id, row]))
  return sleds.map(({ id, threads, memory }) => ({
    id,
    threadsFree: threads - Number(usedOf.get(id)?.threads ?? 0),
    memoryFree: BigInt(memory) - BigInt(usedOf.get(id)?.memory ?? 0),
  }))
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
    .select(['i.sled_id', 'g.kind', 'g.policy'])
    .$narrowType<{ sled_id: string }>()
    .execute()

const sledsOf = (companions: Companion[], kind: Companion['kind'], policy: Companion['policy']): Set<string> =>
  new Set(companions.filter((each) => each.kind === kind && each.policy === policy).map((each) => each.sled_id))
