import type { Operation } from '@skerry/contract/operation.ts'
import { operations, type OperationId } from '@skerry/contract/operations.ts'
import type { Request_ } from '../testing/caller.ts'
import { bodiesFor, type Everything } from './everything.ts'

/** The selectors of a resource, the direct parent first; with ids only the direct parent is given. */
const SELECTORS = ['gateway', 'router', 'instance', 'vpc', 'project', 'silo'] as const
const MEASURED = { start_time: '2026-01-01T00:00:00Z', end_time: '2026-01-02T00:00:00Z' }

/** Selectors of a resource of the fleet. */
const PLACES = ['rack_id', 'switch_location', 'asn', 'name_or_id', 'port_settings', 'file_name', 'receiver'] as const

/** Parameters with another meaning than those of the same name elsewhere. */
const OTHERWISE: Partial<Record<OperationId, Record<string, string>>> = {
  networking_switch_port_settings_view: { port: 'port_settings' },
  networking_loopback_address_delete: { address: 'loopback' },
}

/** Whether the operation requires this query parameter, although its schema makes it optional. */
const isNeeded = (id: OperationId, name: string) => {
  const field = tableOf(id).query?.shape[name]
  return field !== undefined && (!field.safeParse(undefined).success || id === 'networking_switch_port_settings_delete')
}

const tableOf = (id: OperationId): Operation => operations[id]
const inPath = (id: OperationId) => tableOf(id).path.includes('{')

/** Whether the silo must not be given along with the id. */
const isNamedByIdAlone = ({ path, query }: Operation) =>
  path.includes('{') && query?.shape['silo'].safeParse(undefined).success

/** A valid request to each operation, on the resources of `Everything`. */
export class Requests {
  readonly #everything: Everything
  readonly #bodies: Partial<Record<OperationId, object>>

  constructor(everything: Everything) {
    this.#everything = everything
    this.#bodies = bodiesFor(everything)
  }

  #valueOf(id: OperationId, param: string, by: 'ids' | 'names'): string | undefined {
    if (param === 'pool' && id.startsWith('internet_gateway')) return this.#everything[by]['gatewayPool']
    if (param === 'disk' && id === 'disk_metrics_list') return this.#everything[by]['attachedDisk']
    const other = OTHERWISE[id]?.[param]
    if (other !== undefined) return this.#everything[by][other] ?? this.#everything.ids[other]
    return this.#everything[by][param] ?? this.#everything.ids[param]
  }

  /** With ids only. */
  byId(id: OperationId): Request_ {
    const operation = tableOf(id)
    const path = Object.fromEntries(
      Object.keys(operation.params?.shape ?? {}).map((param) => [param, this.#valueOf(id, param, 'ids')]),
    )
    const known = Object.keys(operation.query?.shape ?? {})
    const nearest = SELECTORS.find((name) => known.includes(name))
    const leads =
      nearest && (!inPath(id) || isNeeded(id, nearest) || id === 'silo_metric')
        ? { [nearest]: this.#everything.ids[nearest] }
        : {}
    const places = PLACES.filter((name) => isNeeded(id, name))
    const query = {
      ...leads,
      ...Object.fromEntries(places.map((name) => [name, this.#everything.ids[name]])),
      ...(known.includes('silo') && !isNamedByIdAlone(operation) && { silo: this.#everything.ids['silo'] }),
      ...(known.includes('start_time') && MEASURED),
      ...(id === 'system_history_list' && { target: this.#everything.ids['sled_id'] }),
    }
    return { path, query, ...(operation.body && { body: this.#bodies[id] }) }
  }

  /** With each filter of a list. */
  filtered(id: OperationId): Request_[] {
    const { ids, user } = this.#everything
    const values: Record<string, string | undefined> = {
      group: ids['group_id'],
      ...(id === 'audit_log_list' && {
        actor_id: user,
        silo_id: ids['silo'],
        operation: 'project_create',
        target: this.#everything.project.id,
        outcome: 'refused',
      }),
      ...(/^(project|silo)_history_list$/.test(id) && { target: this.#everything.project.id }),
      ...(id === 'current_user_history_list' && { target: user }),
    }
    const known = Object.keys(tableOf(id).query?.shape ?? {}).filter((name) => values[name] !== undefined)
    const request = this.byId(id)
    return known.map((name) => ({ ...request, query: { ...request.query, [name]: values[name] } }))
  }

  /** With names, from the project down. */
  byName(id: OperationId): Request_ {
    const operation = tableOf(id)
    const request = this.byId(id)
    const known = Object.keys(operation.query?.shape ?? {})
    const path = Object.fromEntries(
      Object.keys(request.path ?? {}).map((param) => [param, this.#valueOf(id, param, 'names')]),
    )
    const selectors = Object.fromEntries(
      [...SELECTORS, 'silo'].filter((name) => known.includes(name)).map((name) => [name, this.#everything.names[name]]),
    )
    return { ...request, path, query: { ...request.query, ...selectors } }
  }
}

/** The same read with each combination of its selectors. */
export function waysTo(requests: Requests, id: OperationId): Request_[] {
  const { query, firstPage = [] } = tableOf(id)
  const selectors = SELECTORS.filter((name) => query?.shape[name])
  const isRequired = (name: string) => firstPage.includes(name) || !query?.shape[name].safeParse(undefined).success
  const isOptional = selectors.length > 0 && !selectors.some(isRequired)
  const request = requests.byId(id)
  const without = Object.entries(request.query ?? {}).filter(([name]) => !SELECTORS.some((known) => known === name))
  const ways = [request, requests.byName(id), ...requests.filtered(id)]
  return isOptional ? [...ways, { ...request, query: Object.fromEntries(without) }] : ways
}

/** Every sort order of a list; an empty query for lists with one order. */
export function ordersOf(id: OperationId): Record<string, string>[] {
  const shape = tableOf(id).query?.shape ?? {}
  for (const name of ['sort_by', 'order'])
    if (shape[name]) {
      const field = shape[name] as { unwrap(): { options: string[] } }
      return field.unwrap().options.map((option) => ({ [name]: option }))
    }
  return [{}]
}
