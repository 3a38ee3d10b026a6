import { Hono } from 'hono'
import { z } from 'zod'
import { type FaultRequest, type Faults, faultKinds } from '../platform/interface/faults.ts'

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
export function faultRoutes(faults: Faults): Hono {
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
