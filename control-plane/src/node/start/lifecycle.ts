import { join } from 'node:path'
import { checkHost } from '../../platform/choice/choose-platform.ts'
import { startWithSpace } from '../folder/disk-space.ts'
import { type Configuration, help, readConfiguration } from './configuration.ts'
import { run } from './run.ts'
import type { OpenControlPlane, Run } from './run.ts'
import { explained, reasonOf, StartupError } from './startup-error.ts'

const requestLimitMs = 30_000
/** A terminal and npm both forward the same Ctrl-C. */
const sameKeystrokeMs = 500

/** The server process: reads its configuration, runs until a signal, and exits with 0, or with 1 and one line. */
export async function main(open: OpenControlPlane, args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const interruption = new AbortController()
  let running: Run | undefined
  const end = async (code: number) => {
    await running?.stop(requestLimitMs).catch((error: unknown) => say(`skerry: ${reasonOf(error)}`))
    process.exit(code)
  }
  const interrupt = () => {
    interruption.abort()
    if (running) void end(0)
  }
  onInterrupt(interrupt)
  try {
    const configuration = readConfiguration(args, environment)
    if (configuration.help) return void process.stdout.write(help, () => process.exit(0))
    if (configuration.check) {
      const { text, usable } = await checkHost(configuration.dataFolder, (name) => environment[name] || undefined)
      return void process.stdout.write(text, () => process.exit(usable ? 0 : 1))
    }
    if (configuration.resetAdmin) {
      const { resetAdminOf } = await import('./reset-admin.ts')
      const line = await startWithSpace(foldersOf(configuration), () => resetAdminOf(configuration))
      return void process.stdout.write(`${line}\n`, () => process.exit(0))
    }
    const onLost = (why: string) => {
      say(`skerry: ${why}`)
      void end(1)
    }
    running = await startWithSpace(foldersOf(configuration), () =>
      run(configuration, open, interruption.signal, onLost),
    )
    if (interruption.signal.aborted) return await end(0)
    process.stdout.write(welcome(running))
    const warning = plainHttpWarning(configuration)
    if (warning) say(`skerry: ${warning}`)
  } catch (thrown) {
    const error = explained(thrown)
    if (interruption.signal.aborted) process.exit(0)
    say(error instanceof StartupError ? `skerry: ${error.message}` : `skerry: ${(error as Error).stack ?? error}`)
    process.exit(1)
  }
}

/** Folders to which the server writes. Each may be on its own file system. */
const foldersOf = ({ dataFolder, platform: { recordFolders = [] } }: Configuration): string[] =>
  [[], ...recordFolders].map((names) => join(dataFolder, ...names))

/** Calls back once on Ctrl-C, a signal, or the end of the parent process; a second Ctrl-C exits at once. */
function onInterrupt(interrupt: () => void): void {
  let first: number | undefined
  const handle = () => {
    const now = performance.now()
    if (first === undefined) {
      first = now
      interrupt()
    } else if (now - first > sameKeystrokeMs) process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle)
  process.on('disconnect', handle)
  // The reader of our output may be gone.
  process.stdout.on('error', () => undefined)
}

/** A warning if passwords may cross the network in clear text, as far as the configuration shows it. */
const plainHttpWarning = ({ host, publicUrl }: Configuration): string | undefined =>
  /^(localhost|127\..*|::1)$/.test(host) || publicUrl?.startsWith('https:')
    ? undefined
    : `listening on ${host} without TLS: others on the network can read passwords. See "Ports and addresses" in docs/operating/network.md`

const say = (line: string) => process.stderr.write(`${line}\n`)

function welcome({ url, opsUrl, platform, generated: { generatedPassword, generatedDemoPassword } }: Run): string {
  const password = generatedPassword && `Sign in as admin with the password ${generatedPassword} (shown this once)`
  const demo = generatedDemoPassword && `The demo users have the password ${generatedDemoPassword} (shown this once)`
  const [about, health] = [`Platform: ${platform}`, `Health and metrics: ${opsUrl}`]
  const lines = [`Skerry is running at ${url}`, password, demo, about, health, 'Ctrl-C ends it']
  return `\n${lines.map((line) => (line ? `  ${line}\n` : '')).join('')}\n`
}
