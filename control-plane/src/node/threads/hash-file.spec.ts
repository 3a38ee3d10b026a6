import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { leastLargestTurn } from '../../clock/largest-turn.ts'
import { scratchFolder } from '../testing/server.ts'
import { hashFile } from './hash-file.ts'

const NEVER = new AbortController().signal
const LONG_MS = 600_000
/** A file without an end. */
const ENDLESS = '/dev/zero'

it('hashes a large file and leaves the event loop free', async () => {
  using folder = scratchFolder()
  const path = join(folder.path, 'file')
  const bytes = Buffer.alloc(64 * 2 ** 20, randomBytes(1000))
  await writeFile(path, bytes)
  const hash = (type: string) => createHash(type).update(bytes).digest('hex')
  const expected = { sha256: hash('sha256'), sha512: hash('sha512') }

  const turn = await leastLargestTurn(50, async () => expect(await hashFile(path, NEVER, LONG_MS)).toEqual(expected))
  expect(turn).toBeLessThan(50)
  // CPU time, which does not depend on how busy the machine is: of this thread, and of all of this process.
  const [own, all] = [process.threadCpuUsage(), process.cpuUsage()]
  await hashFile(path, NEVER, LONG_MS)
  expect(process.threadCpuUsage(own).user).toBeLessThan(process.cpuUsage(all).user / 2)
})

it('ends with the reason of its signal, before and while it runs', async () => {
  const cancelled = new Error('cancelled')
  await expect(hashFile(ENDLESS, AbortSignal.abort(cancelled), LONG_MS)).rejects.toBe(cancelled)
  const controller = new AbortController()
  const running = hashFile(ENDLESS, controller.signal, LONG_MS)
  controller.abort(cancelled)
  await expect(running).rejects.toBe(cancelled)
})

it('ends at its deadline', async () => {
  await expect(hashFile(ENDLESS, NEVER, 50)).rejects.toMatchObject({
    name: 'PlatformError',
    kind: 'transient',
    message: 'the checksum of the file took longer than 0.05 s',
  })
})

it('reports a file that cannot be read', async () => {
  await expect(hashFile('/nowhere', NEVER, LONG_MS)).rejects.toMatchObject({ code: 'ENOENT' })
})
