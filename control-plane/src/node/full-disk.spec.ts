import { execFile } from 'node:child_process'
import { access, mkdtemp, open, rm, rmdir, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { Running } from './testing/running.ts'

const command = promisify(execFile)
const MiB = 2 ** 20

/** A file system of its own for data, which others write to as well. */
async function smallFileSystem() {
  const folder = await mkdtemp(join(tmpdir(), 'full-'))
  await command('mount', ['-t', 'tmpfs', '-o', 'size=1200m,mode=0755', 'tmpfs', folder])
  onTestFinished(async () => {
    await command('umount', ['--lazy', folder])
    await rmdir(folder)
  })
  const filler = join(folder, 'filler')
  return {
    folder,
    /** Writes until nothing is left of what is free now: not into what the server releases meanwhile. */
    async fill() {
      const { bavail, bsize } = await statfs(folder)
      let left = bavail * bsize
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
    },
    empty: () => rm(filler),
  }
}

test.runIf(process.getuid?.() === 0)(
  'a full file system stops neither the server nor its start, and things can be deleted',
  async () => {
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
  },
)
