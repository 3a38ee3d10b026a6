import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { bind, type Env } from './kernel/binder.ts'
import { handlers } from './handlers.ts'
import { withoutEmptySegments } from './kernel/path.ts'
import type { Services } from './kernel/services.ts'

/** The HTTP API as a `fetch` handler; `env.remoteAddress` is the peer's address where there is one. */
export function createApp(services: Services): Hono<Env> {
  const app = new Hono<Env>({ getPath: (request) => withoutEmptySegments(getPath(request)) })
  bind(app, services, handlers)
  return app
}
