import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { handlers } from './handlers.ts'
import { bind, type Env } from './kernel/http/binder.ts'
import { withoutEmptySegments } from './kernel/http/path.ts'
import type { Services } from './kernel/services/services.ts'

/** The HTTP API as a `fetch` handler. */
export function createApp(services: Services): Hono<Env> {
  const app = new Hono<Env>({ getPath: (request) => withoutEmptySegments(getPath(request)) })
  bind(app, services, handlers)
  return app
}
