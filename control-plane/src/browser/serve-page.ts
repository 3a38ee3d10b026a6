import { PGlite } from '@electric-sql/pglite'
import type { ControlPlane } from '../control-plane.ts'
import { createSession } from '../identity/sessions/sessions.repo.ts'
import type { Log } from '../kernel/telemetry/log.ts'
import type { LoadedFiles } from './database-files.ts'
import type { FromControlPlane, ToControlPlane } from './messages.ts'
import { createPageControlPlane } from './page-control-plane.ts'
import { PageRequests } from './page-requests.ts'
import { SnapshotFiles } from './snapshot-files.ts'
import { startParams } from './start-params.ts'

/** Only problems: each request would be a line. */
const log: Log = (level, message, fields) => {
  // oxlint-disable-next-line no-console -- A page has no other log.
  if (level === 'error' || level === 'warn') console[level](message, fields)
}

/** User who is signed in at first. */
export const firstUser = 'admin'

/** A new session of a user of the first silo. */
export async function sessionOf({ services: { db, clock } }: ControlPlane, name: string): Promise<string> {
  const user = await db
    .selectFrom('users')
    .innerJoin('silos', 'silos.id', 'users.silo_id')
    .select('users.id')
    .where('silos.name', '=', 'default')
    .where('users.external_id', '=', name)
    .executeTakeFirstOrThrow()
  return createSession(db, user.id, clock.now())
}

async function startDatabase({ snapshot, program, share }: LoadedFiles): Promise<PGlite> {
  return PGlite.create({
    startParams,
    fs: new SnapshotFiles(snapshot),
    pgliteWasmModule: program,
    // A database that is there needs no initdb, which would be fetched without this.
    initdbWasmModule: program,
    fsBundle: share,
  })
}

/** Starts a control plane on the files and answers the page's requests. */
export async function servePage(
  files: Promise<LoadedFiles>,
  post: (message: FromControlPlane, transfer?: Transferable[]) => void,
): Promise<void> {
  const controlPlane = await createPageControlPlane(await startDatabase(await files), log)
  const requests = new PageRequests(controlPlane, await sessionOf(controlPlane, firstUser), post)
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
