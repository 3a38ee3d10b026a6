import { Hono } from 'hono'

/** Whether the server can do its work. */
export interface Readiness {
  /** Parts that fail, with why: `{ database: 'connection refused' }`. Empty when all is well. */
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
