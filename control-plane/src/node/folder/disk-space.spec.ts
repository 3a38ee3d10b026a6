import { execFile } from 'node:child_process'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { healthRoutes } from '../start/ops.ts'
import { PostgresNotStarted, StartupError } from '../start/startup-error.ts'
import { scratchFolder } from '../testing/server.ts'
import { fullDisk, startWithSpace } from './disk-space.ts'

test('a disk that is full shows in readyz, with its path for operators alone', async () => {
  using folder = scratchFolder()
  const failing = () => fullDisk(folder.path, Number.MAX_SAFE_INTEGER)
  const ready = (detail: boolean) => healthRoutes({ failing }, { detail }).request('/_ops/readyz')
  const [operator, everybody] = [await ready(true), await ready(false)]
  expect([operator.status, everybody.status]).toEqual([503, 503])
  expect(await operator.text()).toMatch(/^disk: \d+ MiB are free in \S+, of \d+ MiB needed\n$/)
  expect(await everybody.text()).toBe('not ready\n')
  expect(await fullDisk(folder.path)).toEqual({})
})

const command = promisify(execFile)

/** A file system with less free space than PostgreSQL may need. */
async function fullFileSystem() {
  const folder = scratchFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  await command('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder.path])
  onTestFinished(async () => void (await command('umount', ['--lazy', folder.path])))
  return folder.path
}

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)(
  'a start that failed for lack of space names the full file system, and keeps what failed',
  async () => {
    const folder = await fullFileSystem()
    const fails = async () => {
      try {
        await appendFile(join(folder, 'file'), Buffer.alloc(2 ** 21))
      } catch (error) {
        throw new StartupError('Cannot write', error)
      }
    }
    const error: Error = await startWithSpace([folder, folder], fails).catch((failure) => failure)
    expect(error).toMatchObject({ name: 'StartupError', cause: { message: 'Cannot write', cause: { code: 'ENOSPC' } } })
    expect(error.message).toBe(
      `Cannot write: 0 MiB are free in ${folder}, of 16 MiB needed: make room there, and start again`,
    )
    // PostgreSQL may have found no room for its own message.
    const ended = new PostgresNotStarted('PostgreSQL ended at once: it left no message')
    await expect(startWithSpace([folder], () => Promise.reject(ended))).rejects.toMatchObject({
      message: expect.stringContaining(`${ended.message}: 0 MiB are free`),
      cause: ended,
    })
    // Or no room to end its recovery.
    const recovering = new StartupError('PostgreSQL does not answer', Object.assign(new Error(), { code: '57P03' }))
    await expect(startWithSpace([folder], () => Promise.reject(recovering))).rejects.toMatchObject({
      message: expect.stringContaining(`${recovering.message}: 0 MiB are free`),
    })
  },
)

test.runIf(isRoot)('a start that failed for another reason says that alone, on a full file system too', async () => {
  const folder = await fullFileSystem()
  for (const error of [new StartupError('Another Skerry is running'), new TypeError('x is not a function')])
    await expect(startWithSpace([folder], () => Promise.reject(error))).rejects.toBe(error)
})
