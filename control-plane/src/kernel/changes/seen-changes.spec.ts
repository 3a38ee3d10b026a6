import { expect, test } from 'vitest'
import type { Actor } from '../access/actor.ts'
import { ChangeLog } from './change-log.ts'
import { type Change, parseChange } from './change.ts'
import { seenOf } from './seen-changes.ts'

const [silo, abroad] = ['silo-1', 'silo-2']
const change = (text: string): Change => parseChange(text)!

/** Counts how often its roles are read, as each check of a permission does. */
function newActor(assignments: Actor['assignments'], siloId = silo) {
  const reads = { count: 0 }
  const actor: Actor = {
    userId: 'u',
    siloId,
    siloName: 's',
    displayName: 'x',
    credential: { kind: 'session', id: 'c' },
    get assignments() {
      reads.count++
      return assignments
    },
    mappedFleetRoles: {},
  }
  return { actor, reads }
}

test('changes in many projects take few checks', () => {
  const { actor, reads } = newActor([{ level: 'project', resourceId: 'p-7', role: 'viewer' }])
  const changes = Array.from({ length: 1000 }, (_, i) => change(`instances project ${silo} p-${i}`))
  expect(seenOf(actor, changes)).toEqual([{ kind: 'instances', project: 'p-7' }])
  const { count } = reads
  expect(count).toBeLessThan(20)
  seenOf(actor, changes)
  expect(reads.count).toBe(count)
})

test('what is remembered of one place is not taken for another', () => {
  const { actor } = newActor([
    { level: 'project', resourceId: 'seen', role: 'viewer' },
    { level: 'project', resourceId: 'abroad', role: 'viewer' },
  ])
  const seen = (text: string) => seenOf(actor, [change(text)])
  expect(seen(`disks project ${silo} hidden`)).toEqual([])
  expect(seen(`disks project ${silo} seen`)).toEqual([{ kind: 'disks', project: 'seen' }])
  expect(seen(`disks project ${abroad} abroad`)).toEqual([])
  expect(seen(`utilization project ${silo} hidden`)).toEqual([{ kind: 'utilization' }])
  expect(seen(`utilization project ${abroad} hidden`)).toEqual([])
  expect(seen(`groups silo ${silo}`)).toEqual([{ kind: 'groups' }])
  expect(seen(`groups silo ${abroad}`)).toEqual([])
  expect(seen('sleds fleet')).toEqual([])
  expect(seen('ssh-keys user u')).toEqual([{ kind: 'ssh-keys' }])
  expect(seen('ssh-keys user other')).toEqual([])
  const operator = newActor([{ level: 'fleet', resourceId: '', role: 'viewer' }]).actor
  expect(seenOf(operator, [change(`groups silo ${abroad}`), change('sleds fleet')])).toHaveLength(2)
})

test('equal changes are one', () => {
  const log = new ChangeLog(100)
  for (const text of ['sleds fleet', 'racks fleet', 'sleds fleet']) log.add(change(text), 0)
  expect(log.after(0)?.map(({ kind }) => kind)).toEqual(['sleds', 'racks'])
  expect(log.after(1)?.map(({ kind }) => kind)).toEqual(['racks', 'sleds'])
  log.add(change('racks fleet'), 0)
  expect(log.after(1)).toHaveLength(2)
  expect(log.after(4)).toEqual([])
  log.restart(0)
  expect(log.after(4)).toBeUndefined()
})
