import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { prepareDataFolder } from '../../control-plane/src/node/folder/data-folder.ts'
import { startPostgres } from '../../control-plane/src/node/postgres/postgres.ts'
import { readConfiguration } from '../../control-plane/src/node/start/configuration.ts'
import { rememberPlatform } from '../../control-plane/src/node/start/platform-of-folder.ts'
import { reasonOf, StartupError } from '../../control-plane/src/node/start/startup-error.ts'
import { root } from '../lib/repository.ts'

/**
 * Serves the console with Vite on the usual port and the control plane on the next one; both reload edited files.
 * Starts PostgreSQL itself, so PostgreSQL survives restarts of the control plane.
 */
async function develop(): Promise<void> {
  const args = process.argv.slice(2)
  const { port, dataFolder, databaseUrl, platform } = readConfiguration(args, process.env)
  const data = prepareDataFolder(dataFolder)
  // New data are simulated unless the command says otherwise: nobody who edits code has decided to run machines.
  await rememberPlatform(data.path, platform.name)
  const postgres = databaseUrl ? undefined : await startPostgres(join(dataFolder, 'postgres'), (why) => fail(why))

  const backEnd = `http://localhost:${port + 1}`
  const controlPlane = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', join(root, 'control-plane/src/main.node.ts'), ...args],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        SKERRY_PORT: String(port + 1),
        SKERRY_PUBLIC_URL: `http://localhost:${port}`,
        DATABASE_URL: databaseUrl ?? postgres!.url(),
      },
    },
  )

  const pageReads = ({ method, headers, url }: { method?: string; headers: { accept?: string }; url?: string }) =>
    method === 'GET' && headers.accept?.includes('text/html') && !/^\/login(\?|$)/.test(url ?? '') ? url : undefined
  const api = { target: backEnd, ws: true }
  const console = await createServer({
    root: join(root, 'console'),
    server: {
      port,
      strictPort: true,
      proxy: {
        '/v1': api,
        '/_ops': api,
        '/device': { ...api, bypass: pageReads },
        '/login': { ...api, bypass: pageReads },
      },
    },
  })
  await console.listen()

  let stopping = false
  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    controlPlane.kill('SIGTERM')
    if (controlPlane.exitCode === null) await new Promise((resolve) => controlPlane.once('exit', resolve))
    await console.close()
    await postgres?.stop()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  process.on('disconnect', () => void stop(0))
  controlPlane.once('exit', () => void stop(1))
}

function fail(why: string): never {
  process.stderr.write(`skerry: ${why}\n`)
  process.exit(1)
}

await develop().catch((error: Error) =>
  fail(error instanceof StartupError ? error.message : (error.stack ?? reasonOf(error))),
)
