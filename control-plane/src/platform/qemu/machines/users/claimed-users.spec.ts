import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { usersWithProcesses } from '../../base/process-id.ts'
import { claimUsers, releaseUsers } from './claimed-users.ts'
import { asUser, converterOf, isOf, userRanges } from './machine-user.ts'

const isRoot = process.getuid?.() === 0

function newTag(): string {
  const tag = crypto.randomUUID()
  onTestFinished(() => releaseUsers(tag))
  return tag
}

test('no two ranges have a user in common, those for images included', () => {
  const numbers = userRanges.map((range) => [range.first, converterOf(range).uid])
  expect(numbers.flat()).toEqual(numbers.flat().toSorted((one, other) => one - other))
  expect(numbers.flat().at(-1)).toBeLessThan(2 ** 31)
  for (const range of userRanges) expect(isOf(range, converterOf(range).uid)).toBe(false)
})

test.runIf(isRoot)(
  'a data folder has the same users as long as the host runs, and no other folder has them',
  async () => {
    const [one, other] = [newTag(), newTag()]
    const users = await claimUsers(one)
    expect((await claimUsers(other)).first).not.toBe(users.first)
    expect(await claimUsers(one)).toEqual(users)
  },
)

test.runIf(isRoot)('users with a process are given to no folder, though none has them', async () => {
  const tag = newTag()
  const users = await claimUsers(tag)
  const [program, ...args] = [...asUser(users.first + 17, null), 'sleep', '1000']
  const left = spawn(program!, args, { cwd: '/', stdio: 'ignore' })
  const over = once(left, 'exit')
  await expect.poll(async () => (await usersWithProcesses()).has(users.first + 17)).toBe(true)
  releaseUsers(tag)
  expect((await claimUsers(newTag())).first).not.toBe(users.first)
  left.kill('SIGKILL')
  await over
})
