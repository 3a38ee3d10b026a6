import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { resultsPage, unsortedPage } from '../paging.ts'
import { dateTime, Name, uint, uuid } from '../values.ts'

export const SagaState = z.enum(['running', 'done', 'undone']).meta({ id: 'SagaState' })
export type SagaState = z.infer<typeof SagaState>

/** A resource that a saga works on. */
export const SagaSubject = z
  .object({
    kind: z.string(),
    id: uuid,
    /** Null once it is deleted. */
    name: z.string().nullish(),
    silo_name: Name.nullish(),
    project_name: Name.nullish(),
  })
  .meta({ id: 'SagaSubject' })
export type SagaSubject = z.infer<typeof SagaSubject>

/** Work in several steps that is completed or undone even if the server stops in between. */
export const Saga = z
  .object({
    id: uuid,
    name: z.string(),
    state: SagaState,
    /** Whether it is being undone. */
    undoing: z.boolean(),
    /** The current step; null once it has ended. */
    step: z.string().nullish(),
    attempts: uint,
    /** When it is retried; null while a step runs and once it has ended. */
    time_next_attempt: dateTime.nullish(),
    error: z.string().nullish(),
    /** The resource that it works on; null if that is not a single one. */
    subject: SagaSubject.nullish(),
    /** The user whose request started it; null if it started by itself. */
    actor_id: uuid.nullish(),
    actor_name: z.string().nullish(),
    time_created: dateTime,
    time_modified: dateTime,
  })
  .meta({ id: 'Saga' })
export type Saga = z.infer<typeof Saga>

/** Beyond the wire contract. */
export const sagas = defineOperations({
  saga_list: {
    tag: 'system/sagas',
    method: 'get',
    path: '/v1/system/sagas',
    query: unsortedPage({}),
    paginated: true,
    answer: [200, resultsPage(Saga)],
  },
  saga_view: {
    tag: 'system/sagas',
    method: 'get',
    path: '/v1/system/sagas/{saga_id}',
    params: z.object({ saga_id: uuid }),
    answer: [200, Saga],
  },
  saga_retry: {
    tag: 'system/sagas',
    method: 'post',
    path: '/v1/system/sagas/{saga_id}/retry',
    params: z.object({ saga_id: uuid }),
    answer: [202, Saga],
  },
})
