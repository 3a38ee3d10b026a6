import { execFile } from 'node:child_process'
import { access, glob, mkdtemp, open, readFile, rm, rmdir, stat, statfs } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { Running } from '../testing/running.ts'
import { isAlive, postgresPid } from '../testing/server.ts'

const command = promisify(execFile)
const MiB = 2 ** 20
const isRoot = process.getuid?.() === 0

/** A file system of its own for data, which others write to as well. */
async function smallFileSystem() {
  const folder = await mkdtemp(join(tmpdir(), 'full-'))
  await command('mount', ['-t', 'tmpfs', '-o', 'size=1200m,mode=0755', 'tmpfs', folder])
  onTestFinished(async () => {
    await command('umount', ['--lazy', folder])
    await rmdir(folder)
  })
  const filler = join(folder, 'filler')
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }
  /** Writes until nothing is left of what is free now: not into what the server releases meanwhile. */
  const fill = async () => {
    let left = await freeBytes()
    await using file = await open(filler, 'a')
    for (const bytes of [MiB, 4096]) {
      const chunk = Buffer.alloc(bytes, 1)
      const wasWritten = () =>
        file.write(chunk).then(
          ({ bytesWritten }) => bytesWritten === bytes,
          () => false,
        )
      while (left >= bytes && (await wasWritten())) left -= bytes
    }
  }
  /** The same until nothing is left at all. */
  const fillWhole = async () => {
    do await fill()
    while ((await freeBytes()) > 0)
  }
  return { folder, fill, fillWhole, empty: () => rm(filler) }
}

test.runIf(isRoot)('a full file system stops neither the server nor its start, and things can be deleted', async () => {
  const { folder, fill, empty } = await smallFileSystem()
  const data = join(folder, 'data')
  const reserve = join(data, 'reserve')
  const hasReserve = () =>
    stat(reserve).then(
      ({ blocks }) => blocks * 512 > 50 * MiB,
      () => false,
    )
  const running = new Running(data)
  onTestFinished(() => running.process[Symbol.asyncDispose]())
  await running.start()
  const create = async (name: string) => {
    await running.ok('POST', 'projects', { name, description: '' })
    const body = { name, description: '', size: 2 ** 30, disk_source: { type: 'blank', block_size: 512 } }
    return running.ok('POST', `disks?project=${name}`, body)
  }
  const { id } = await create('before')
  await expect.poll(hasReserve).toBe(true)

  await fill()
  await expect.poll(hasReserve).toBe(false)
  await expect.poll(async () => (await running.call('GET', 'projects')).status).toBe(200)
  await create('while')
  expect(running.process.output()).toContain('is full: released what is reserved there')
  await running.kill()
  await running.start()
  expect((await running.ok('GET', 'projects')).items).toHaveLength(2)

  await empty()
  await expect.poll(hasReserve).toBe(true)
  // Filled up while the server is down.
  running.process.kill('SIGTERM')
  await running.process.ended
  await fill()
  await running.start()
  expect(await hasReserve()).toBe(false)
  await running.ok('DELETE', `disks/${id}`)
  expect((await running.call('GET', `disks/${id}`)).status).toBe(404)
  await expect(access(reserve)).rejects.toThrow('ENOENT')
})

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Whether a signal has been sent to a process that is stopped. */
async function hasPending(pid: number, signal: NodeJS.Signals): Promise<boolean> {
  const [, pending] = /^ShdPnd:\s*(\w+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!
  return ((BigInt(`0x${pending}`) >> BigInt(constants.signals[signal] - 1)) & 1n) === 1n
}

test.runIf(isRoot)(
  'a start without a reserve and a free byte ends a PostgreSQL that is left, and says which file system is full',
  async () => {
    const { folder, fillWhole, empty } = await smallFileSystem()
    const data = join(folder, 'data')
    const reserve = join(data, 'reserve')
    const running = new Running(data)
    onTestFinished(() => running.process[Symbol.asyncDispose]())
    await running.start()
    await running.ok('POST', 'projects', { name: 'before', description: '' })
    await expect.poll(() => isThere(reserve)).toBe(true)
    await running.kill()
    const pid = postgresPid(data)
    onTestFinished(() => {
      if (isAlive(pid)) for (const signal of ['SIGINT', 'SIGCONT'] as const) process.kill(pid, signal)
    })
    // Stopped, it cannot end by itself on the full file system.
    process.kill(pid, 'SIGSTOP')
    // Each connection needs these. PostgreSQL deletes them when its catalogs change, and then writes them again.
    for await (const file of glob(join(data, 'postgres', '{base/*,global}', 'pg_internal.init'))) await rm(file)
    await rm(reserve)
    await fillWhole()

    const failure = running.start().then(
      () => 'It runs',
      (error: Error) => error.message,
    )
    await expect.poll(() => hasPending(pid, 'SIGINT')).toBe(true)
    process.kill(pid, 'SIGCONT')
    expect(await failure).toContain(
      `No space left on device: 0 MiB are free in ${data}, of 16 MiB needed: make room there, and start again`,
    )
    expect(await isThere(`/proc/${pid}/cwd`)).toBe(false)
    await empty()
    await running.start()
    expect((await running.ok('GET', 'projects')).items).toMatchObject([{ name: 'before' }])
    await running.ok('POST', 'projects', { name: 'after', description: '' })
    await expect.poll(() => isThere(reserve)).toBe(true)
  },
)
