import './same-random.ts'
import { fileURLToPath } from 'node:url'
import { consoleFiles } from '../../control-plane/src/node/http/console-files.ts'
import { listen } from '../../control-plane/src/node/http/http.ts'
import { site } from '../../control-plane/src/node/http/site.ts'
import { startTestServer } from '../../control-plane/src/testing/test-server.ts'

/**
 * Serves the console on a control plane with the demo data. Each start has the same ids and the same time, which does
 * not pass. Prints its address.
 */
const { plane } = await startTestServer({ demo: true })
const { port } = await listen(
  '127.0.0.1',
  0,
  'SKERRY_PORT',
  site({
    admits: () => true,
    api: plane.fetch,
    health: () => new Response(null, { status: 404 }),
    console: consoleFiles(fileURLToPath(new URL('../../console/dist', import.meta.url))),
    hasSession: plane.hasSession,
    signInPath: (request) => plane.signInPath(request),
  }),
)
process.stdout.write(`http://localhost:${port}\n`)
