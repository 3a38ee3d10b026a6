import type { VpcFirewallRuleUpdate } from '@skerry/contract/network/firewall-rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { randomId } from '../../kernel/values/uuid.ts'

const DEFAULT_PRIORITY = 65_534

/** The rules of a new VPC: internal traffic, SSH and ICMP are allowed inbound. */
export async function insertDefaultRules(tx: Tx, vpc: Row<'vpcs'>, now: Date): Promise<void> {
  const wholeVpc = { type: 'vpc', value: vpc.name }
  const rules = [
    { name: 'allow-internal-inbound', description: 'Traffic within the VPC', filters: { hosts: [wholeVpc] } },
    {
      name: 'allow-ssh',
      description: 'SSH from anywhere',
      filters: { ports: ['22'], protocols: [{ type: 'tcp' }] },
    },
    {
      name: 'allow-icmp',
      description: 'ICMP from anywhere',
      filters: { protocols: [{ type: 'icmp', value: null }] },
    },
  ]
  await tx
    .insertInto('firewall_rules')
    .values(
      rules.map(({ filters, ...named }) => ({
        id: randomId(),
        vpc_id: vpc.id,
        ...named,
        status: 'enabled' as const,
        direction: 'inbound' as const,
        action: 'allow' as const,
        priority: DEFAULT_PRIORITY,
        targets: JSON.stringify([wholeVpc]),
        filters: JSON.stringify(filters),
        time_created: now,
        time_modified: now,
      })),
    )
    .execute()
}

export const rulesOfVpc = (db: Queryable, vpcId: string): Promise<Row<'firewall_rules'>[]> =>
  db.selectFrom('firewall_rules').selectAll().where('vpc_id', '=', vpcId).orderBy('name').execute()

/** The columns that make up a rule's content. A null filter equals an absent one. */
const contentOf = (row: 'firewall_rules' | 'excluded') => sql`(
  ${sql.join(['description', 'status', 'direction', 'action', 'priority', 'targets'].map((column) => sql.ref(`${row}.${column}`)))},
  jsonb_strip_nulls(${sql.ref(`${row}.filters`)})
)`

/**
 * Replaces the rules of a VPC whose row is locked, and returns the names of the rules that differ. A rule whose name
 * exists keeps its id and creation time; an unchanged rule keeps its modification time too.
 */
export async function replaceRules(
  tx: Tx,
  vpcId: string,
  rules: readonly VpcFirewallRuleUpdate[],
  now: Date,
): Promise<Record<'added' | 'removed' | 'changed', string[]>> {
  const names = rules.map(({ name }) => name)
  const others = tx.deleteFrom('firewall_rules').where('vpc_id', '=', vpcId)
  const deleted = (names.length ? others.where(sql<boolean>`name <> all(${names}::text[])`) : others).returning('name')
  const removed = (await deleted.execute()).map(({ name }) => name)
  if (!rules.length) return { added: [], removed, changed: [] }
  const ids = new Set(rules.map(() => randomId()))
  const written = await tx
    .insertInto('firewall_rules')
    .columns([
      ...(['id', 'vpc_id', 'name', 'description', 'status', 'direction', 'action', 'priority'] as const),
      ...(['targets', 'filters', 'time_created', 'time_modified'] as const),
    ])
    .expression(newRules(vpcId, [...ids], rules, now))
    .onConflict((taken) =>
      taken
        .columns(['vpc_id', 'name'])
        .doUpdateSet(({ ref }) => ({
          description: ref('excluded.description'),
          status: ref('excluded.status'),
          direction: ref('excluded.direction'),
          action: ref('excluded.action'),
          priority: ref('excluded.priority'),
          targets: ref('excluded.targets'),
          filters: ref('excluded.filters'),
          time_modified: ref('excluded.time_modified'),
        }))
        .where(sql<boolean>`${contentOf('firewall_rules')} is distinct from ${contentOf('excluded')}`),
    )
    .returning(['id', 'name'])
    .execute()
  const namesOf = (isNew: boolean) => written.filter(({ id }) => ids.has(id) === isNew).map(({ name }) => name)
  return { added: namesOf(true), removed, changed: namesOf(false) }
}

/**
 * Replaces a VPC's name in its own firewall rules, where the name cannot mean another VPC, and returns the names of the
 * changed rules. The caller has locked the VPC.
 */
export async function renameVpcInRules(
  tx: Tx,
  { id, name }: { id: string; name: string },
  newName: string,
  now: Date,
): Promise<string[]> {
  if (newName === name) return []
  const [before, after] = [name, newName].map((value) => JSON.stringify({ type: 'vpc', value }))
  const renamed = (list: RawBuilder<unknown>) => sql`(
    select coalesce(jsonb_agg(case when one = ${before}::jsonb then ${after}::jsonb else one end order by place), '[]')
    from jsonb_array_elements(${list}) with ordinality as listed (one, place)
  )`
  const { rows } = await sql<{ name: string }>`
    update firewall_rules set
      targets = ${renamed(sql`targets`)},
      filters = case
        when filters -> 'hosts' @> ${`[${before}]`}::jsonb
        then jsonb_set(filters, '{hosts}', ${renamed(sql`filters -> 'hosts'`)})
        else filters
      end,
      time_modified = ${now}
    where vpc_id = ${id} and (targets @> ${`[${before}]`}::jsonb or filters -> 'hosts' @> ${`[${before}]`}::jsonb)
    returning name`.execute(tx)
  return rows.map((row) => row.name).toSorted()
}

/** One array per column: one parameter per value would block the event loop for a tenth of a second. */
function newRules(vpcId: string, ids: readonly string[], rules: readonly VpcFirewallRuleUpdate[], now: Date) {
  const column = (valueOf: (rule: VpcFirewallRuleUpdate) => unknown) => sql`${rules.map(valueOf)}`
  return sql<never>`
    select id, ${vpcId}::uuid, name, description, status, direction, action, priority, targets, filters,
      ${now}::timestamptz, ${now}::timestamptz
    from unnest(
      ${ids}::uuid[],
      ${column(({ name }) => name)}::text[],
      ${column(({ description }) => description)}::text[],
      ${column(({ status }) => status)}::text[],
      ${column(({ direction }) => direction)}::text[],
      ${column(({ action }) => action)}::text[],
      ${column(({ priority }) => priority)}::int[],
      ${column(({ targets }) => JSON.stringify(targets))}::jsonb[],
      ${column(({ filters }) => JSON.stringify(filters))}::jsonb[]
    ) as given (id, name, description, status, direction, action, priority, targets, filters)`
}
