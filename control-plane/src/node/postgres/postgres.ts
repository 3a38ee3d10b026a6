import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { isDatabaseFull } from '../../kernel/database/database-full.ts'
import { lockFolder } from '../folder/folder-lock.ts'
import { type Account, accountFor, workplace } from '../rights/unprivileged.ts'
import { PostgresNotStarted, reasonOf, StartupError } from '../start/startup-error.ts'
import { databaseUser, prepareCluster, removeDrafts, requireVersion } from './postgres-cluster.ts'
import { PostgresLog } from './postgres-log.ts'
import { endPrevious } from './postgres-previous.ts'
import { type Installation, installedPostgres, type Programs, runnablePrograms } from './postgres-programs.ts'
import { socketFolder } from './socket-folder.ts'

const majorVersion = '18'
/** PostgreSQL may need this long to replay its log after a crash. */
const startLimitMs = 120_000
const stopLimitMs = 30_000
const NO_SUCH_DATABASE = '3D000'
const CHILDREN_LEFT = /pre-existing shared memory block/
/** SQLSTATE classes 53, PostgreSQL lacks space, memory or connections, and 57, it is starting, recovering or stopping. */
const NOT_NOW = /^5[37]/
const RESTARTS = 20
const RESTART_AFTER_MS = 250
/** Longer than a statement of the server may take, which a killed PostgreSQL's child completes. */
const CHILDREN_MS = 60_000

export interface EmbeddedPostgres {
  /** Address of a database in this cluster, for pg. Default: Skerry's own. */
  url(database?: string): string
  /** Stops PostgreSQL cleanly; running transactions are rolled back. Safe to call twice. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on the cluster in `folder`, which it creates if needed, reachable over a Unix socket in that folder
 * by this user only. A server that an earlier process left behind is stopped first; one that dies is restarted, and
 * `onLost` is called when that fails too. Throws StartupError, and errors of files and SQL.
 */
export async function startPostgres(
  folder: string,
  onLost: (why: string) => void,
  installation?: Installation,
): Promise<EmbeddedPostgres> {
  const account = accountFor(folder)
  const programs = runnablePrograms(installation ?? (await installedPostgres()), account)
  await prepareCluster(folder, programs, account)
  requireVersion(folder, majorVersion)
  await using started = new AsyncDisposableStack()
  started.use(await lockFolder(folder))
  const socket = socketFolder(folder)
  started.defer(() => socket.release())
  const server = new Server(folder, socket.path, programs, account, onLost)
  started.defer(() => server.stop())
  await endPrevious(folder)
  socket.removeOthers()
  const hasDatabase = await server.start()
  await removeDrafts(folder, account)
  if (!hasDatabase) await createDatabase(socket.path)
  const all = started.move()
  return {
    url: (database = databaseUser) => urlOf(socket.path, database),
    stop: () => all.disposeAsync(),
  }
}

class Server {
  readonly #folder: string
  readonly #socket: string
  readonly #programs: Programs
  readonly #account: Account
  readonly #onLost: (why: string) => void
  #child: ChildProcess | undefined
  #stopping = false
  #restarting: Promise<void> | undefined
  readonly #log: PostgresLog
  readonly #endWithUs = () => this.#child?.kill('SIGINT')

  constructor(folder: string, socket: string, programs: Programs, account: Account, onLost: (why: string) => void) {
    this.#folder = folder
    this.#socket = socket
    this.#programs = programs
    this.#account = account
    this.#onLost = onLost
    process.once('exit', this.#endWithUs)
    this.#log = new PostgresLog(`${folder}.log`)
  }

  /** Starts once the children of a killed PostgreSQL have ended. Returns whether Skerry's database is there. */
  async start(): Promise<boolean> {
    const deadline = performance.now() + CHILDREN_MS
    for (;;) {
      try {
        return await this.#startOnce()
      } catch (error) {
        if (!(error instanceof PostgresNotStarted) || !CHILDREN_LEFT.test(error.message)) throw error
        if (performance.now() > deadline)
          throw new StartupError(`Processes of an earlier PostgreSQL still use ${this.#folder}: end them`, error)
        await delay(RESTART_AFTER_MS)
      }
    }
  }

  /** Where it fails, nothing that it started runs. */
  async #startOnce(): Promise<boolean> {
    const log = await this.#log.renew()
    if (this.#stopping) throw new StartupError('PostgreSQL is not started any more')
    const { cwd, path } = workplace(this.#folder, this.#account)
    const child = spawn(this.#programs.postgres, argumentsFor(path), {
      ...this.#account,
      // A group of its own: Ctrl-C in the terminal must not reach it before our requests have ended.
      detached: true,
      cwd,
      stdio: ['ignore', log, log],
    })
    this.#child = child
    const gone = new Promise<never>((_, reject) => {
      child.once('error', (error) =>
        reject(new PostgresNotStarted(`PostgreSQL could not be started: ${reasonOf(error)}`, error)),
      )
      child.once('exit', async () => {
        reject(new PostgresNotStarted(`PostgreSQL ended at once: ${await this.#lastWords()}`))
      })
    })
    gone.catch(() => undefined)
    try {
      const hasDatabase = await waitUntilReady(this.#socket, gone)
      if (hasEnded(child)) return await gone
      child.once('exit', () => (this.#restarting = this.#restart()))
      return hasDatabase
    } catch (error) {
      await this.#endChild()
      throw error
    }
  }

  /**
   * Restarts a PostgreSQL that died. The children of a killed postmaster need a moment to end; until then a new one
   * refuses to start.
   */
  async #restart(): Promise<void> {
    let why = ''
    for (let attempt = 1; attempt <= RESTARTS && !this.#stopping; attempt++) {
      try {
        return void (await this.#startOnce())
      } catch (error) {
        why = reasonOf(error)
        // One that has answered would answer the same again.
        if (error instanceof StartupError && !(error instanceof PostgresNotStarted)) break
        await delay(RESTART_AFTER_MS)
      }
    }
    if (!this.#stopping) this.#onLost(why)
  }

  async stop(): Promise<void> {
    this.#stopping = true
    process.off('exit', this.#endWithUs)
    await this.#endChild()
    await this.#restarting
    await this.#log.close()
  }

  async #endChild(): Promise<void> {
    const child = this.#child
    if (!child || hasEnded(child)) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    const timer = setTimeout(() => child.kill('SIGQUIT'), stopLimitMs)
    await gone
    clearTimeout(timer)
  }

  async #lastWords(): Promise<string> {
    const log = await this.#log.text().catch(() => '')
    return (
      /(?:FATAL|PANIC|ERROR):(?! *the database system is ) *(.*)/.exec(log)?.[1] ??
      (log.trim().split('\n').at(-1) || 'it left no message')
    )
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

function argumentsFor(folder: string): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: '.',
    port: '5432',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    jit: 'off',
  }
  return ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

const urlOf = (socket: string, database: string) =>
  `postgres://${databaseUser}@localhost:5432/${database}?host=${encodeURIComponent(socket)}`

/**
 * Waits until PostgreSQL answers. Returns whether Skerry's database is there: others are opened only to create it, since
 * each that is opened for the first time after a start needs space for a file of its own.
 * @param gone rejects with a StartupError when PostgreSQL has ended
 */
async function waitUntilReady(socket: string, gone: Promise<never>): Promise<boolean> {
  const deadline = performance.now() + startLimitMs
  for (;;) {
    try {
      const client = await Promise.race([connectTo(socket, databaseUser), gone])
      await client.end()
      return true
    } catch (error) {
      if (error instanceof StartupError) throw error
      const code = error instanceof DatabaseError ? (error.code ?? '') : undefined
      if (code === NO_SUCH_DATABASE) return false
      if ((code !== undefined && !NOT_NOW.test(code) && !isDatabaseFull(error)) || performance.now() > deadline)
        throw new StartupError(`PostgreSQL does not answer: ${reasonOf(error)}`, error)
      await Promise.race([delay(15), gone])
    }
  }
}

async function createDatabase(socket: string): Promise<void> {
  const client = await connectTo(socket, 'postgres')
  try {
    await client.query(`create database ${client.escapeIdentifier(databaseUser)}`)
  } finally {
    await client.end()
  }
}

async function connectTo(socket: string, database: string): Promise<Client> {
  const client = new Client(urlOf(socket, database))
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}
