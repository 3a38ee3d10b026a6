import { isUuid } from '@skerry/contract/rules/names.ts'
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { asApiError } from '../kernel/http/failures.ts'
import { withDeadline } from '../kernel/limits/deadline.ts'
import type { Services } from '../kernel/services/services.ts'
import type { Tasks } from '../kernel/tasks/tasks.ts'
import type { Metrics } from '../kernel/telemetry/telemetry.ts'
import { type FaultRequest, type Faults, faultKinds } from '../platform/interface/faults.ts'
import { confirmAbsences } from '../reconcile/machine-absences.repo.ts'
import { confirmMissingStorage } from '../reconcile/storage-absences.repo.ts'
import { gatherMetrics } from './metrics.ts'

const DEADLINE_MS = 5000

export interface OpsParts {
  services: Services
  tasks: Pick<Tasks, 'list'>
  /** Given only by a process that has metrics of its own. */
  metrics?: Metrics | undefined
}

/** The operators' API on a separate listener, without authentication. */
export function createOps({ services, tasks, metrics }: OpsParts): Hono {
  const app = new Hono().basePath('/_ops')
  // Rejects changes from web pages: browsers send an Origin header with them, other clients do not.
  app.use(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.header('origin') !== undefined) return c.json({ message: 'Forbidden' }, 403)
    return next()
  })

  // A hanging database must not block the operators who look for the cause.
  app.use((_, next) => withDeadline(services.clock, DEADLINE_MS, next()))
  for (const path of ['/sagas/*', '/machines/*', '/storage/*', '/metrics'])
    app.use(path, (_, next) => services.databaseGuard.guard(next))
  app.onError((error, c) => {
    const { status, message } = asApiError(error)
    const { method, path } = c.req
    services.log('error', 'request to the operations port failed', { method, path, status, error })
    return c.json({ message }, status as ContentfulStatusCode)
  })

  app.get('/sagas', async (c) => c.json(await services.sagas.list()))
  app.post('/sagas/:id/retry', async (c) => {
    const id = c.req.param('id')
    if (isUuid(id) && (await services.sagas.retry(id))) return c.body(null, 204)
    return c.json({ message: `no saga that waits for its next try has the id "${id}"` }, 404)
  })
  // Reconciliation stops when too many machines, or too much storage, are missing; these let it continue.
  app.post('/storage/confirm-missing', async (c) => c.json({ confirmed: await confirmMissingStorage(services.db) }))
  app.post('/machines/confirm-missing', async (c) => c.json({ confirmed: await confirmAbsences(services.db) }))
  app.get('/tasks', (c) => c.json(tasks.list()))
  if (metrics) {
    app.get('/metrics', async (c) => {
      const { contentType, text } = await metrics.exposition(await gatherMetrics(services, tasks.list()))
      return c.text(text, 200, { 'content-type': contentType })
    })
  }
  const { faults } = services.platform
  if (faults) app.route('/sim/faults', faultRoutes(faults))
  return app
}

/** At most about 23 days: the limit of timers. */
const seconds = z.number().nonnegative().max(2_000_000).optional()

const faultRequest = z.object({
  kind: z.enum(faultKinds),
  target: z.string().min(1),
  after: seconds,
  for: seconds,
  probability: z.number().min(0).max(1).optional(),
})

/** Faults on demand: `POST` begins one, `GET` lists them, `DELETE` ends one or all. */
function faultRoutes(faults: Faults): Hono {
  const app = new Hono()
  app.get('/', (c) => c.json(faults.list()))
  app.post('/', async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined)
    const { data, error } = faultRequest.safeParse(body)
    if (error) return c.json({ message: z.prettifyError(error) }, 400)
    return c.json(faults.inject(data as FaultRequest), 201)
  })
  app.delete('/', (c) => {
    for (const { id } of faults.list()) faults.end(id)
    return c.body(null, 204)
  })
  app.delete('/:id', (c) => {
    const id = c.req.param('id')
    return faults.end(id) ? c.body(null, 204) : c.json({ message: `there is no fault with id "${id}"` }, 404)
  })
  return app
}
