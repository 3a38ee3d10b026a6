import { afterEach, beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../../clock/clock.ts'
import type { Actor } from '../access/actor.ts'
import type { SourceAddresses } from '../access/source-addresses.ts'
import type { Db } from '../database/database.ts'
import { silent } from '../telemetry/log.ts'
import type { Settings } from '../services/services.ts'
import { ChangeHub } from './change-hub.ts'
import type { ChangeListener } from './change-source.ts'

const [silo, abroad, project] = ['silo-1', 'silo-2', 'project-1']
const roles = [`project ${project} viewer`]

let clock: ManualClock
let hub: ChangeHub
let listener: ChangeListener
/** Reads of rights that wait for their answer. */
let reads: ((assignments: string[] | null) => void)[]
/** How many reads of rights there were. */
let count: number

beforeEach(async () => {
  clock = new ManualClock()
  reads = []
  count = 0
  const found = { user_id: 'u', silo_id: silo, silo_name: 's', external_id: 'x', mapped_fleet_roles: {} }
  const executeQuery = () =>
    new Promise((answer) => {
      count++
      reads.push((assignments) =>
        answer({ rows: assignments ? [{ found: { ...found, credential_id: 'c', assignments } }] : [] }),
      )
    })
  const parts = {
    db: { executeQuery } as unknown as Db,
    clock,
    log: silent,
    settings: { sessions: { idleMs: 1, absoluteMs: 1 } } as Settings,
    sources: { admits: () => true, invalidate() {} } as unknown as SourceAddresses,
    source: {
      async listen(given: ChangeListener) {
        listener = given
        given.listening()
      },
      async close() {},
    },
  }
  hub = new ChangeHub(parts, clock)
  await hub.start()
})
afterEach(() => hub.stop())

/** Answers waiting reads of rights, with null for an ended session, and lets what follows settle. */
async function settle(assignments: string[] | null = roles) {
  await clock.advance(0)
  for (const answer of reads.splice(0)) answer(assignments)
  await clock.advance(0)
}
function open(): Response {
  const actor: Actor = {
    userId: 'u',
    siloId: silo,
    siloName: 's',
    displayName: 'x',
    credential: { kind: 'session', id: 'c' },
    assignments: [],
    mappedFleetRoles: {},
  }
  return hub.stream(actor, { kind: 'session', secret: 'a' }, '', {})
}
/** A stream that has begun. Returns what it has received, which grows. */
async function reading(): Promise<string[]> {
  const received: string[] = []
  void open().body!.pipeTo(
    new WritableStream({ write: (bytes) => void received.push(new TextDecoder().decode(bytes)) }),
  )
  await settle()
  expect(received.join()).toContain('start')
  return received
}
/** Reports a change, and waits until it is sent. */
async function change(text: string) {
  listener.changed(text)
  await clock.advance(50)
}

test('changes of roles in another silo are no reason to read rights, those of the own silo and the fleet are', async () => {
  await reading()
  for (const text of [
    `policies silo ${abroad}`,
    `policies project ${abroad} p`,
    `groups silo ${abroad}`,
    'sleds fleet',
  ])
    await change(text)
  await change(`users silo ${silo}`)
  expect(count).toBe(1)
  for (const text of [`policies project ${silo} p`, `groups silo ${silo}`, 'policies fleet']) {
    const before = count
    await change(text)
    await clock.advance(1000)
    expect(count, text).toBe(before + 1)
    await settle()
  }
})

test('many changes of roles are one read of rights a second, and nothing is sent before it', async () => {
  const received = await reading()
  for (let ms = 0; ms < 10_000; ms += 100) {
    await change(`policies project ${silo} p`)
    await change(`instances project ${silo} ${project}`)
    await settle()
  }
  expect(count).toBeGreaterThan(9)
  expect(count).toBeLessThan(15)
  await change(`policies project ${silo} p`)
  const { length } = received
  await change(`disks project ${silo} ${project}`)
  expect(received.slice(length).join()).not.toContain('disks')
  await clock.advance(1000)
  await settle()
  expect(received.slice(length).join()).toContain('disks')
})

test('rights that were read before a revocation arrived send no event', async () => {
  const received = await reading()
  await change(`groups silo ${silo}`)
  expect(reads).toHaveLength(1)
  await change(`policies project ${silo} ${project}`)
  await change(`instances project ${silo} ${project}`)
  await settle(roles)
  expect(received.join()).not.toContain('instances')
  await settle([])
  expect(received.at(-1)).toContain('resync')
  expect(received.join()).not.toContain('instances')
})

test('a stream that is not read ends with its session', async () => {
  open()
  await settle()
  for (let i = 0; i < 10; i++) await change(`disks project ${silo} ${project}`)
  expect(hub.open).toBe(1)
  await change('sessions user u')
  await settle(null)
  expect(hub.open).toBe(0)
})

test('a stream that is not read for two minutes ends', async () => {
  open()
  await reading()
  expect(hub.open).toBe(2)
  await clock.advance(60_000)
  expect(hub.open).toBe(2)
  // Heartbeats fill it.
  await clock.advance(240_000)
  expect(hub.open).toBe(1)
})
