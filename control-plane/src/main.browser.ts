import './browser/insecure-context.ts'
import { PGlite } from '@electric-sql/pglite'
import { Downloads } from './browser/downloads.ts'
import type { DatabaseFiles, FromControlPlane, ToControlPlane } from './browser/messages.ts'
import { createPageControlPlane } from './browser/page-control-plane.ts'
import { PageRequests } from './browser/page-requests.ts'
import { createSession } from './identity/sessions/sessions.repo.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Log } from './kernel/log.ts'

const post = (message: FromControlPlane, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

/** Browsers compile nothing of another type, which not every static host knows. */
const wasm = { headers: { 'content-type': 'application/wasm' } }

/** Only problems: each request would be a line. */
const log: Log = (level, message, fields) => {
  // oxlint-disable-next-line no-console -- A page has no other log.
  if (level === 'error' || level === 'warn') console[level](message, fields)
}

/** A new session of a user of the first silo. */
async function sessionOf({ services: { db, clock } }: ControlPlane, name: string): Promise<string> {
  const user = await db
    .selectFrom('users')
    .innerJoin('silos', 'silos.id', 'users.silo_id')
    .select('users.id')
    .where('silos.name', '=', 'default')
    .where('users.external_id', '=', name)
    .executeTakeFirstOrThrow()
  return createSession(db, user.id, clock.now())
}

async function loadDatabase(files: DatabaseFiles): Promise<PGlite> {
  const downloads = new Downloads((loaded, total) => post({ kind: 'progress', loaded, total }))
  const blobOf = async (url: string) => new Response(await downloads.stream(url)).blob()
  const [loadDataDir, pgliteWasmModule, fsBundle] = await Promise.all([
    blobOf(files.snapshot),
    downloads.stream(files.program).then((stream) => WebAssembly.compileStreaming(new Response(stream, wasm))),
    blobOf(files.share),
  ])
  return PGlite.create({ loadDataDir, pgliteWasmModule, fsBundle })
}

async function start(files: DatabaseFiles, user: string): Promise<void> {
  const controlPlane = await createPageControlPlane(await loadDatabase(files), log)
  const requests = new PageRequests(controlPlane, await sessionOf(controlPlane, user), post)
  const shown = new Promise<void>((resolve) => {
    self.addEventListener('message', ({ data }: MessageEvent<ToControlPlane>) => {
      if (data.kind === 'shown') return resolve()
      if (data.kind !== 'act') return requests.receive(data)
      void sessionOf(controlPlane, data.user).then((session) => {
        requests.actWith(session)
        post({ kind: 'acting', id: data.id })
      })
    })
  })
  post({ kind: 'ready' })
  // Reconciling the demo data takes longer than the first screen, which need not wait for it.
  await shown
  await controlPlane.start()
}

self.addEventListener(
  'message',
  ({ data }: MessageEvent<ToControlPlane>) => {
    if (data.kind !== 'start') return
    start(data.files, data.user).catch((error: unknown) => post({ kind: 'broken', message: String(error) }))
  },
  { once: true },
)
