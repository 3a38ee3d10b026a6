import { fileURLToPath } from 'node:url'
import { consoleFiles } from '../control-plane/src/node/http/console-files.ts'
import { listen } from '../control-plane/src/node/http/http.ts'
import { site } from '../control-plane/src/node/http/site.ts'
import { assemble } from '../control-plane/src/node/start/assemble.ts'
import { readConfiguration } from '../control-plane/src/node/start/configuration.ts'

/**
 * One control plane at two addresses that differ only in their pages: the console, and the build in BARE_PAGE. For
 * pages.bench.ts.
 */
const configuration = readConfiguration([], process.env)
const controlPlane = await assemble(process.env['DATABASE_URL'] ?? '', configuration)
await controlPlane.bootstrap(configuration)
await controlPlane.start()

const open = (folder: string) =>
  listen(
    '127.0.0.1',
    0,
    'SKERRY_PORT',
    site({
      admits: () => true,
      api: controlPlane.fetch,
      health: () => new Response(null, { status: 404 }),
      console: consoleFiles(folder),
      hasSession: controlPlane.hasSession,
      signInPath: (request) => controlPlane.signInPath(request),
    }),
  )
const consoleSite = await open(fileURLToPath(new URL('../console/dist', import.meta.url)))
const bareSite = await open(process.env['BARE_PAGE'] ?? '')
process.stdout.write(`http://localhost:${consoleSite.port} http://localhost:${bareSite.port}\n`)
process.once('SIGTERM', async () => {
  await Promise.all([consoleSite.close(0), bareSite.close(0)])
  await controlPlane.stop()
  process.exit(0)
})
