import { isIP } from 'node:net'
import { Hono } from 'hono'
import type { Answer } from '../http/http.ts'

/** Whether the server can do its work. */
export interface Readiness {
  /** Failing parts with the reason: `{ database: 'connection refused' }`. Empty when all work. */
  failing(): Promise<Record<string, string>>
}

/** `/_ops/livez` and `/_ops/readyz`; `detail` names the failing parts, which the public listener does not. */
export function healthRoutes({ failing }: Readiness, { detail }: { detail: boolean }): Hono {
  const app = new Hono()
  app.get('/_ops/livez', (context) => context.text('ok\n'))
  app.get('/_ops/readyz', async (context) => {
    const parts = Object.entries(await failing())
    if (parts.length === 0) return context.text('ok\n')
    const lines = detail ? parts.map(([part, why]) => `${part}: ${why}\n`) : ['not ready\n']
    return context.text(lines.join(''), 503)
  })
  return app
}

/**
 * Refuses requests with a Host that is not this machine's: a web page can make its own name resolve to 127.0.0.1
 * (DNS rebinding), but it cannot change the Host that the visitor's browser sends.
 */
export const localOnly =
  (answer: Answer): Answer =>
  (request, peer) => {
    const { hostname } = new URL(request.url)
    const isLocal = hostname === 'localhost' || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
    return isLocal ? answer(request, peer) : Response.json({ message: 'Forbidden' }, { status: 403 })
  }
