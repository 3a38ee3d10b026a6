import type { HistoryActor, HistoryEntry, HistoryOutcome, HistorySaga } from '@skerry/contract/fleet/history.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { isInProject } from '../audit-log/audit-log.view.ts'
import type { HistoryRow, SagaFacts, Scope } from './history.repo.ts'

/** Paths of the host, which its messages about a machine may have; project members need not know them. */
const HOST_PATH = /(?<![\w/])(?:\/[\w.@+-]+){2,}/g

function actorOf(row: HistoryRow, scope: Scope): HistoryActor {
  if (!row.actor_id) return { kind: 'automatic' }
  const isKnown = scope === 'fleet' || 'user' in scope || row.actor_silo_id === scope.silo
  return isKnown ? { kind: 'user', id: row.actor_id, name: row.actor_name } : { kind: 'operator' }
}

const sagaView = ({ failure, time_created, time_modified, ...saga }: SagaFacts): HistorySaga => ({
  ...saga,
  reason: failure?.message ?? null,
  time_created: timestamp(new Date(time_created)),
  time_ended: saga.state === 'running' ? null : timestamp(new Date(time_modified)),
})

function outcomeOf(row: HistoryRow, sagas: readonly HistorySaga[]): HistoryOutcome {
  if (row.outcome !== 'success') return row.outcome
  if (sagas.some(({ state }) => state === 'running')) return 'running'
  return sagas.some(({ state }) => state === 'undone') ? 'failed' : 'done'
}

/** An entry for readers of the scope: without addresses, credentials and users of other silos. */
export function historyEntryView(row: HistoryRow, scope: Scope): HistoryEntry {
  const { reason, refusals, ...detail } = row.detail ?? {}
  const sagas = (row.sagas ?? []).map(sagaView)
  const failed = sagas.find(({ state }) => state === 'undone')
  const why = row.reason ?? (typeof reason === 'string' ? reason : (failed?.reason ?? null))
  const isHidden = scope === 'fleet' && isInProject(row.operation)
  return {
    id: row.id,
    timestamp: timestamp(row.time),
    operation: row.operation,
    outcome: outcomeOf(row, sagas),
    reason: row.is_act || scope === 'fleet' ? why : (why?.replaceAll(HOST_PATH, '(path)') ?? null),
    refusals: typeof refusals === 'number' ? refusals : null,
    actor: actorOf(row, scope),
    target: row.target,
    target_kind: row.named?.kind ?? null,
    target_name: row.named?.name ?? null,
    target_deleted: row.named?.deleted ?? false,
    detail: isHidden || !Object.keys(detail).length ? null : detail,
    detail_omitted: !isHidden && row.detail_omitted,
    ...(row.names && { names_by_id: row.names }),
    sagas,
  }
}
