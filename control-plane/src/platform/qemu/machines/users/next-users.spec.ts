import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { userRanges } from './machine-user.ts'
import { NextUsers } from './next-users.ts'

const NONE = new Set<number>()

async function fileIn(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'users-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'next-user')
}

test('a user is given again once all others were, also by another process', async () => {
  const [range, path] = [{ ...userRanges.at(-1)!, count: 5 }, await fileIn()]
  const users = new NextUsers(range, path)
  expect(await Promise.all([users.next(NONE), users.next(NONE)])).toEqual([range.first, range.first + 1])
  const later = new NextUsers(range, path)
  const rest = [await later.next(NONE), await later.next(NONE), await later.next(NONE), await later.next(NONE)]
  expect(rest).toEqual([2, 3, 4, 0].map((at) => range.first + at))
})

test('a user that a machine has is not given', async () => {
  const [range, path] = [{ ...userRanges.at(-1)!, count: 2 }, await fileIn()]
  const users = new NextUsers(range, path)
  expect(await users.next(new Set([range.first]))).toBe(range.first + 1)
  await expect(users.next(new Set([range.first, range.first + 1]))).rejects.toMatchObject({ kind: 'permanent' })
})

test('a user that has a process is not given', async () => {
  const users = new NextUsers({ first: process.getuid!(), count: 1 }, await fileIn())
  await expect(users.next(NONE)).rejects.toMatchObject({ kind: 'permanent' })
})
