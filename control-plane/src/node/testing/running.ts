import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Db, openDatabase } from '../../kernel/database/database.ts'
import { brokenInvariants } from '../../testing/invariants.ts'
import { type ServerProcess, startServer } from './server.ts'

export interface Reply {
  status: number
  // Tests read answers of every shape; each asserts what it reads.
  // eslint-disable-next-line typescript/no-explicit-any
  body: any
}

const PASSWORD = 'correct horse battery'
const LIMIT_MS = 60_000

/** A server on a data folder that tests kill and restart, with its admin's requests and access to its database. */
export class Running {
  readonly #data: string
  readonly #start: typeof startServer
  #server: ServerProcess | undefined
  #address = ''
  #ops = ''
  #cookie = ''

  /** @param start how its process is started, where it is not the usual one */
  constructor(data: string, start = startServer) {
    this.#data = data
    this.#start = start
  }

  get process(): ServerProcess {
    if (!this.#server) throw new Error('It has not been started')
    return this.#server
  }

  async start(): Promise<void> {
    this.#server = this.#start({
      SKERRY_DATA: this.#data,
      SKERRY_ADMIN_PASSWORD: PASSWORD,
      SKERRY_LOG_LEVEL: 'error',
    })
    this.#address = await this.#server.ready
    this.#ops = await this.#server.opsReady
    if (this.#cookie) return
    const login = await fetch(`${this.#address}/v1/login/default/local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: PASSWORD }),
    })
    this.#cookie = login.headers.get('set-cookie')!.split(';')[0]!
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL')
    await this.process.ended
  }

  /** Headers and address for what is no plain request. */
  get access(): { address: string; ops: string; cookie: string } {
    return { address: this.#address, ops: this.#ops, cookie: this.#cookie }
  }

  /** @param path below `/v1` unless it begins with a slash. Rejects when the connection breaks. */
  fetch(path: string, init: RequestInit): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), cookie: this.#cookie }
    return fetch(`${this.#address}${path.startsWith('/') ? '' : '/v1/'}${path}`, { ...init, headers })
  }

  /** The same with JSON, both ways. */
  async call(method: string, path: string, body?: unknown): Promise<Reply> {
    const answer = await this.fetch(path, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text && JSON.parse(text) }
  }

  async ok(method: string, path: string, body?: unknown): Promise<Reply['body']> {
    const answer = await this.call(method, path, body)
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.message}`)
    return answer.body
  }

  /** Inconsistencies in the database and in the volumes' folder, once all operations have ended. */
  async disorder(): Promise<string[]> {
    const host = encodeURIComponent(join(this.#data, 'postgres'))
    const db = openDatabase({ url: `postgres://skerry@localhost:5432/skerry?host=${host}`, max: 2 })
    try {
      const underWay = () => db.selectFrom('sagas').select(['name', 'error']).where('state', '=', 'running').execute()
      const end = performance.now() + LIMIT_MS
      for (let left = await underWay(); left.length; left = await underWay()) {
        if (performance.now() > end) return left.map(({ name, error }) => `still under way: ${name}, ${error}`)
        await delay(100)
      }
      return [...(await brokenInvariants(db)), ...(await this.#strayVolumes(db))]
    } finally {
      await db.destroy()
    }
  }

  async #strayVolumes(db: Db): Promise<string[]> {
    const ids = await db
      .selectFrom('disks')
      .select('id')
      .union(db.selectFrom('snapshots').select('id'))
      .union(db.selectFrom('images').select('id'))
      .execute()
    const folder = join(this.#data, 'volumes')
    const folders = existsSync(folder) ? await readdir(folder) : []
    return folders.filter((folder) => !ids.some(({ id }) => id === folder)).map((folder) => `stray volume ${folder}`)
  }
}
