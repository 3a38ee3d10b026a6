import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { isAlive, scratchFolder } from '../testing/server.ts'
import { endPrevious, worksIn } from './postgres-previous.ts'
import { processesByPrograms, processesByProc } from './processes.ts'

afterEach(() => void vi.unstubAllEnvs())

const isThere = (program: string) => spawnSync(program, ['-v'], { stdio: 'ignore' }).error === undefined
const ways = { proc: processesByProc, programs: processesByPrograms }
const canUse = { proc: process.platform === 'linux', programs: ['ps', 'lsof'].every(isThere) }
const usable = (['proc', 'programs'] as const).filter((way) => canUse[way])

function site() {
  const scratch = scratchFolder()
  onTestFinished(() => scratch[Symbol.dispose]())
  // Of a path that programs would print escaped.
  const [folder, copy] = [join(scratch.path, 'dätä\n1'), join(scratch.path, 'copy')]
  for (const path of [folder, copy]) mkdirSync(path)
  return { scratch: scratch.path, folder, copy, mark: join(folder, 'postmaster.pid') }
}

/** Only root can give it away. */
function giveToOther(folder: string): void {
  if (process.getuid?.() === 0) chownSync(folder, 12_345, 12_345)
}

/** A program that works in the folder until it is ended, by a signal that it does not ignore. */
async function runIn(folder: string, name = 'postgres', ignored = ''): Promise<ChildProcess & { pid: number }> {
  const program = join(folder, '..', name)
  symlinkSync('/bin/sh', program)
  const script = `${ignored && `trap '' ${ignored};`} echo; read line`
  const child = spawn(program, ['-c', script], { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child as ChildProcess & { pid: number }
}

test.each(usable)('by %s, PostgreSQL is known by its name and the folder where it works', async (way) => {
  const { folder, copy } = site()
  const postgres = await runIn(folder)
  const other = await runIn(folder, 'other')
  expect(worksIn(folder, postgres.pid, ways[way])).toBe(true)
  expect(worksIn(copy, postgres.pid, ways[way])).toBe(false)
  expect(worksIn(folder, other.pid, ways[way])).toBe(false)
  postgres.kill('SIGKILL')
  await once(postgres, 'close')
  expect(worksIn(folder, postgres.pid, ways[way])).toBe(false)
})

test.each(usable)('by %s, one ends whose folder has been given to another user', async (way) => {
  const { folder, mark } = site()
  const postgres = await runIn(folder)
  const ended = once(postgres, 'exit')
  giveToOther(folder)
  writeFileSync(mark, `${postgres.pid}\n`)
  await endPrevious(folder, ways[way])
  expect([await ended, existsSync(mark)]).toEqual([[null, 'SIGINT'], false])
})

test.each(usable)(
  'by %s, one of another user that works elsewhere keeps running and is not waited for',
  async (way) => {
    const { folder, copy, mark } = site()
    const postgres = await runIn(copy)
    giveToOther(folder)
    writeFileSync(mark, `${postgres.pid}\n`)
    await endPrevious(folder, ways[way])
    expect([existsSync(mark), isAlive(postgres.pid)]).toEqual([false, true])
  },
)

test.each([
  [['ps'], 'the same user', () => {}],
  [['ps'], 'another user', giveToOther],
  [[], 'the same user', () => {}],
])('with no programs but %j, it ends no process of %s and removes no file', async (programs, _, give) => {
  const { scratch, folder, mark } = site()
  const postgres = await runIn(folder)
  give(folder)
  writeFileSync(mark, `${postgres.pid}\n`)
  const path = join(scratch, 'bin')
  mkdirSync(path)
  for (const program of programs) symlinkSync(join('/bin', program), join(path, program))
  vi.stubEnv('PATH', path)
  expect(worksIn(folder, postgres.pid, processesByPrograms)).toBe(undefined)
  await expect(endPrevious(folder, processesByPrograms, { cleanMs: 0, limitMs: 100 })).rejects.toThrow(
    `PostgreSQL (process ${postgres.pid}) may still be running on ${folder}, where this user cannot see it work: ` +
      `end it, or remove ${mark} if that process is of another database`,
  )
  expect([existsSync(mark), postgres.signalCode]).toEqual([true, null])
})

test.each(usable)('by %s, one that does not end when asked is ended without writing its files clean', async (way) => {
  const { folder, mark } = site()
  const postgres = await runIn(folder, 'postgres', 'INT')
  const ended = once(postgres, 'exit')
  writeFileSync(mark, `${postgres.pid}\n`)
  await endPrevious(folder, ways[way], { cleanMs: 200, limitMs: 100_000 })
  expect([await ended, existsSync(mark)]).toEqual([[null, 'SIGQUIT'], false])
})
