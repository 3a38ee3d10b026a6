import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { type FileHandle, mkdtemp, open, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { SerialInput } from './serial-input.ts'

/** More than a pipe holds. */
const MUCH = new Uint8Array(2 ** 20)

let path: string
let input: SerialInput

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'serial-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  path = join(folder, 'serial.in')
  input = new SerialInput(path)
  onTestFinished(() => input.close())
})

const run = promisify(execFile)

const makeFifo = (at = path) => run('mkfifo', [at])

/** Opens the other end, as QEMU does. */
async function reader(): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  onTestFinished(() => handle.close())
  return handle
}

const openFiles = async () => (await readdir('/proc/self/fd')).length

test('a reader gets what is written, and the next one what is written then', async () => {
  await makeFifo()
  const first = await reader()
  await input.write(Uint8Array.of(1, 2))
  const { buffer, bytesRead } = await first.read(new Uint8Array(8))
  expect(buffer.subarray(0, bytesRead)).toEqual(Uint8Array.of(1, 2))
  await first.close()
  // The pipe is broken: this is lost with its reader.
  await input.write(Uint8Array.of(3))
  const second = await reader()
  await expect
    .poll(async () => {
      await input.write(Uint8Array.of(4))
      return second.read(new Uint8Array(1)).then(
        ({ buffer: [byte], bytesRead: count }) => (count ? byte : undefined),
        () => undefined,
      )
    })
    .toBe(4)
})

test('what nobody reads is dropped, at once or when the port is closed', async () => {
  await expect(input.write(MUCH)).resolves.toBeUndefined()
  await makeFifo()
  await expect(input.write(MUCH)).resolves.toBeUndefined()
  await reader()
  const waiting = input.write(MUCH)
  await input.close()
  await expect(waiting).resolves.toBeUndefined()
})

test.each([
  ['a file', () => writeFile(path, '')],
  ['a link to another FIFO', async () => (await makeFifo(`${path}-other`), symlink(`${path}-other`, path))],
])('where %s has the place of the FIFO, nothing is written, and no file stays open', async (_, plant) => {
  await plant()
  const before = await openFiles()
  for (let time = 0; time < 5; time++)
    await expect(input.write(Uint8Array.of(1))).rejects.toMatchObject({ kind: 'transient' })
  expect(await openFiles()).toBe(before)
})
