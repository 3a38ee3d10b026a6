import { sessions } from '@skerry/contract/identity/sessions.ts'
import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { bind, type Env } from './kernel/http/binder.ts'
import { samlRequestUrl } from './identity/sessions/saml.ops.ts'
import { handlers } from './handlers.ts'
import { parseParams } from './kernel/http/parse.ts'
import { withoutEmptySegments } from './kernel/http/path.ts'
import type { Services } from './kernel/services.ts'

/** The HTTP API as a `fetch` handler. */
export function createApp(services: Services): Hono<Env> {
  const app = new Hono<Env>({ getPath: (request) => withoutEmptySegments(getPath(request)) })
  // A redirect for browsers that sign in; not an operation of the contract.
  app.get('/login/:silo_name/saml/:provider_name/redirect', async ({ req }) => {
    const names = sessions.login_saml.params.parse(parseParams(req.param(), sessions.login_saml.params))
    const target = req.query('redirect_uri') ?? null
    const location = await services.databaseGuard.guard(() => samlRequestUrl(services, names, target))
    return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
  })
  bind(app, services, handlers)
  return app
}
