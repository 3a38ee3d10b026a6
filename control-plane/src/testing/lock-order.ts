import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { Db } from '../kernel/database/database.ts'
import type { Tables } from '../kernel/database/tables.ts'

/** The order of ADR 12. The tables of one line are locked in any order: their rows have another lock above them. */
export const LOCK_ORDER: readonly (keyof Tables)[][] = [
  ['sagas', 'platform_events'],
  ['quotas'],
  ['silos'],
  ['projects', 'saml_identity_providers'],
  ['users'],
  ['sessions', 'access_tokens', 'device_requests', 'role_assignments', 'groups'],
  ['instances'],
  ['disks', 'snapshots', 'images'],
  ['affinity_groups'],
  ['vpcs'],
  [
    'subnets',
    'routers',
    'router_routes',
    'internet_gateways',
    'internet_gateway_ip_pools',
    'internet_gateway_ip_addresses',
    'network_interfaces',
  ],
  ['ip_pools'],
  ['ip_pool_silos'],
  ['external_ips'],
  ['sleds'],
]
const ranks = new Map<string, number>(LOCK_ORDER.flatMap((tables, rank) => tables.map((table) => [table, rank])))

const LOCK = /\bfor (?:no key update|update|key share|share)\b(?: of ("?\w+"?(?:, "?\w+"?)*))?( skip locked)?/g

/** The tables whose rows a statement locks, in its order. One that skips locked rows waits for no other. */
function lockedBy(statement: string): string[] {
  const whole = /^\s*lock table (\w+)/.exec(statement)?.[1]
  if (whole) return [whole]
  return [...statement.matchAll(LOCK)].flatMap(({ 1: of, 2: skipping, index }) => {
    if (skipping) return []
    if (of) return of.replaceAll('"', '').split(', ')
    return [...statement.slice(0, index).matchAll(/\bfrom "?(\w+)"?/g)].slice(-1).map((from) => from[1]!)
  })
}

/** The locks of a transaction, by table. */
class LockOrder {
  #held = new Set<string>()

  /** @throws if it locks a table for the first time after one that comes later */
  check(statement: string): void {
    if (/^(begin|start transaction|commit|rollback)$/.test(statement)) this.#held.clear()
    for (const table of lockedBy(statement)) {
      const rank = ranks.get(table)
      if (rank === undefined || this.#held.has(table)) continue
      const later = [...this.#held].find((other) => ranks.get(other)! > rank)
      if (later) throw new Error(`"${table}" is locked after "${later}", against the order of ADR 12: ${statement}`)
      this.#held.add(table)
    }
  }
}

/** Makes each statement fail that locks rows against the order. */
export function checkLockOrder(db: Db): void {
  const watched = new WeakSet<DatabaseConnection>()
  const watch = (connection: DatabaseConnection) => {
    if (watched.has(connection)) return
    watched.add(connection)
    const order = new LockOrder()
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async <R>(query: CompiledQuery, ...options: never[]): Promise<QueryResult<R>> => {
      order.check(query.sql)
      return execute<R>(query, ...options)
    }
  }
  const executor = db.getExecutor()
  const provide = executor.provideConnection.bind(executor)
  executor.provideConnection = (consumer, options) =>
    provide((connection) => {
      watch(connection)
      return consumer(connection)
    }, options)
}
