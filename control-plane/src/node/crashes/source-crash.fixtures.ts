import { systemClock } from '../../clock/clock.ts'
import { type ControlPlane, createControlPlane } from '../../control-plane.ts'
import { hashSecret } from '../../kernel/access/secrets.ts'
import { openDatabase } from '../../kernel/database/database.ts'
import { silent } from '../../kernel/telemetry/log.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { openTestPlatform } from '../../platform/testing/open-test-platform.ts'
import type { VolumeStore } from '../../platform/volume-store/volume-store.ts'
import { PEER } from '../../testing/caller.ts'
import { readMigrations } from '../postgres/migrations.ts'

/** What source-crash.spec.ts and its worker share; machine-crash.spec.ts takes requests and bodies from here. */

export const BLOCK = 64 * 1024
const TOKEN = '0'.repeat(40)

/** A control plane over that database and that store, whose storage takes no time to speak of. */
export function open(
  url: string,
  volumeStore: VolumeStore,
  beforeStep: (saga: string) => void | Promise<void> = () => {},
): Promise<ControlPlane> {
  const clock = systemClock
  const timings = { prepare: 1, volume: 1, snapshot: 1, finalize: 1, attach: 1 }
  const platform = openTestPlatform({ clock, volumeStore, timings })
  const passwords = { hash: async () => '', verify: async () => false }
  return createControlPlane(
    { db: openDatabase({ url, max: 8 }), clock, log: silent, platform, passwords, beforeStep, alone: true },
    readMigrations(),
  )
}

/** Lets requests of the first admin pass. */
export async function addToken({ db, clock }: ControlPlane['services']): Promise<void> {
  const { id } = await db.selectFrom('users').select('id').where('external_id', '=', 'admin').executeTakeFirstOrThrow()
  await db
    .insertInto('access_tokens')
    .values({
      id: randomId(),
      token_hash: hashSecret(TOKEN),
      user_id: id,
      client_id: randomId(),
      time_created: clock.now(),
      time_expires: null,
    })
    .execute()
}

/** Calls the API as the first admin; throws what it refuses. */
export async function call(plane: ControlPlane, method: string, path: string, body?: object) {
  const answer = await plane.fetch(
    new Request(`http://skerry.test/v1/${path}`, {
      method,
      headers: { authorization: `Bearer skerry-token-${TOKEN}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }),
    PEER,
  )
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return text && JSON.parse(text)
}

/** Resolves once no saga is under way. */
export async function atRest({ db }: ControlPlane['services']): Promise<void> {
  const underWay = db.selectFrom('sagas').select('id').where('state', '=', 'running').limit(1)
  while (await underWay.executeTakeFirst()) await new Promise((resolve) => setTimeout(resolve, 5))
}

export const disk = (name: string, disk_source: object) => ({ name, description: '', size: 2 ** 30, disk_source })

export const instance = (name: string, more: object) => ({
  name,
  description: '',
  hostname: name,
  ncpus: 1,
  memory: 2 ** 30,
  start: false,
  network_interfaces: { type: 'none' },
  ...more,
})

export const image = (name: string, snapshot: string) => ({
  name,
  description: '',
  os: 'o',
  version: 'v',
  source: { type: 'snapshot', id: snapshot },
})
