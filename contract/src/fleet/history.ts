import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { resultsPage, unsortedPage } from '../paging.ts'
import { historyOutcomes } from '../rules/history.ts'
import { dateTime, NameOrId, uint32, uuid } from '../values.ts'
import { SagaState } from './sagas.ts'

export const HistoryOutcome = z.enum(historyOutcomes).meta({ id: 'HistoryOutcome' })
export type HistoryOutcome = z.infer<typeof HistoryOutcome>

/** Who acted: a user of the silo, an operator from elsewhere, who stays unnamed, or the control plane itself. */
export const HistoryActor = z
  .object({ kind: z.enum(['user', 'operator', 'automatic']), id: uuid.nullish(), name: z.string().nullish() })
  .meta({ id: 'HistoryActor' })
export type HistoryActor = z.infer<typeof HistoryActor>

export const HistorySaga = z
  .object({
    id: uuid,
    name: z.string(),
    state: SagaState,
    /** Why it failed, as its request was answered. */
    reason: z.string().nullish(),
    time_created: dateTime,
    time_ended: dateTime.nullish(),
  })
  .meta({ id: 'HistorySaga' })
export type HistorySaga = z.infer<typeof HistorySaga>

export const HistoryEntry = z
  .object({
    id: uuid,
    timestamp: dateTime,
    /** The operation of a request, or the name of a machine's event. */
    operation: z.string(),
    outcome: HistoryOutcome,
    /** Why it was refused or failed. */
    reason: z.string().nullish(),
    /** How many refusals the entry stands for, where that is more than one. */
    refusals: uint32.nullish(),
    actor: HistoryActor,
    target: z.string().nullish(),
    target_kind: z.string().nullish(),
    /** Its present name, or the one that it was deleted with. */
    target_name: z.string().nullish(),
    target_deleted: z.boolean(),
    /** The fields that changed, before and after, with other facts of the act. */
    detail: z.unknown(),
    /** The change is too large to be shown. */
    detail_omitted: z.boolean(),
    /** Names of the users and groups in `detail`. */
    names_by_id: z.record(z.string(), z.string()).optional(),
    sagas: z.array(HistorySaga),
  })
  .meta({ id: 'HistoryEntry' })
export type HistoryEntry = z.infer<typeof HistoryEntry>

const list = { method: 'get', paginated: true, maxLimit: 100, answer: [200, resultsPage(HistoryEntry)] } as const

/** Beyond the wire contract. Newest first; with `target` only what was done to that thing, which may be deleted. */
export const history = defineOperations({
  project_history_list: {
    ...list,
    tag: 'projects',
    path: '/v1/projects/{project}/history',
    params: z.object({ project: NameOrId }),
    query: unsortedPage({ target: uuid.optional() }),
  },
  /** The user's silo and its projects as a whole; with `target` also what is, or was, in one. */
  silo_history_list: {
    ...list,
    tag: 'silos',
    path: '/v1/history',
    query: unsortedPage({ target: uuid.optional() }),
  },
  system_history_list: {
    ...list,
    tag: 'system/audit-log',
    path: '/v1/system/history',
    query: unsortedPage({ target: uuid.optional() }),
    firstPage: ['target'],
  },
  current_user_history_list: {
    ...list,
    tag: 'current-user',
    path: '/v1/me/history',
    query: unsortedPage({ target: uuid.optional() }),
  },
})
