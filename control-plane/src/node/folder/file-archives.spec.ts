import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ArchiveFile } from '../../fleet/support-bundles/archives.ts'
import { contentAnswer } from '../../kernel/http/ranges.ts'
import { listen } from '../http/http.ts'
import { scratchFolder } from '../testing/server.ts'
import { FileArchives } from './file-archives.ts'

const ID = '0b8f7f0e-6f0f-4f0a-8b1d-3f4c5a6b7c8d'
const MiB = 2 ** 20
const KEEP = { name: 'file', type: 'application/octet-stream' }

let data: ReturnType<typeof scratchFolder>
let archives: FileArchives
beforeEach(() => {
  data = scratchFolder()
  archives = new FileArchives(join(data.path, 'kept'), 0)
})
afterEach(() => data[Symbol.dispose]())

const kept = () => readdir(join(data.path, 'kept'))
async function* of(...files: ArchiveFile[]): AsyncGenerator<ArchiveFile> {
  yield* files
}
const text = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text()
const textOf = async (path: string) => {
  const content = (await archives.file(ID, path))!
  return text(content.read(0, content.size - 1))
}
/** Text that does not compress, a mebibyte at a time. */
function* noise(mebibytes: number): Generator<string> {
  for (let i = 0; i < mebibytes; i++) yield randomBytes((MiB / 4) * 3).toString('base64')
}

/** Files below the folder that this process has open. */
async function openFiles(): Promise<string[]> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return links.filter((link) => link.startsWith(data.path))
}

test('what was written is read, by path, and nothing else is there', async () => {
  await archives.write(ID, of({ path: 'a/one.txt', content: ['on', 'e'] }, { path: 'empty.txt', content: [] }))
  expect(await archives.files(ID)).toMatchObject([
    { path: 'a/one.txt', size: 3, timeModified: expect.any(Date) },
    { path: 'empty.txt', size: 0 },
  ])
  expect(await textOf('a/one.txt')).toBe('one')
  expect((await archives.file(ID, 'empty.txt'))!.size).toBe(0)
  expect(await archives.file(ID, 'a')).toBeUndefined()
  expect(await archives.file(ID, '../kept')).toBeUndefined()
  expect(await archives.ids()).toEqual([ID])
  const { mode } = await stat(join(data.path, 'kept', `${ID}.zip`))
  expect((mode & 0o077).toString(8)).toBe('0')
  await archives.remove(ID)
  await archives.remove(ID)
  expect([await archives.ids(), await archives.whole(ID), await archives.files(ID)]).toEqual([[], undefined, undefined])
  expect(await openFiles()).toEqual([])
})

test('an archive that cannot be made leaves the one before, and nothing of its own', async () => {
  await archives.write(ID, of({ path: 'one', content: ['first'] }))
  async function* breaking(): AsyncGenerator<ArchiveFile> {
    yield { path: 'one', content: ['second'] }
    throw new Error('no more')
  }
  await expect(archives.write(ID, breaking())).rejects.toThrow('no more')
  const broken = (function* () {
    yield 'second'
    throw new Error('broken content')
  })()
  await expect(archives.write(ID, of({ path: 'one', content: broken }))).rejects.toThrow('broken content')
  await expect(archives.write(ID, of({ path: '../one', content: ['x'] }))).rejects.toThrow('relative path')
  expect(await textOf('one')).toBe('first')
  expect(await kept()).toEqual([`${ID}.zip`])
  expect(await openFiles()).toEqual([])
})

test('refuses to write into the space that is to be kept free', async () => {
  const full = new FileArchives(join(data.path, 'kept'), Number.MAX_SAFE_INTEGER)
  const write = full.write(ID, of({ path: 'one', content: ['x'] }))
  await expect(write).rejects.toMatchObject({ kind: 'no-space' })
  expect(await kept()).toEqual([])
})

test('a disk that is full is worded as one', async () => {
  await mkdir(join(data.path, 'kept'))
  const failing = (function* (): Generator<string> {
    yield 'x'
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })()
  await expect(archives.write(ID, of({ path: 'one', content: failing }))).rejects.toMatchObject({ kind: 'no-space' })
})

test('what a process did not live to finish is removed at the next start, archives are not', async () => {
  await archives.removeDrafts()
  await archives.write(ID, of({ path: 'one', content: ['x'] }))
  for (const name of [`${ID}.zip.${ID}.draft`, 'letter.draft']) await writeFile(join(data.path, 'kept', name), 'half')
  expect(await archives.ids()).toEqual([ID])
  await archives.removeDrafts()
  expect((await kept()).toSorted()).toEqual([`${ID}.zip`, 'letter.draft'])
})

describe('sent over HTTP', () => {
  const MEBIBYTES = 32
  const serve = async (path?: string) => {
    await archives.write(ID, of({ path: 'large', content: noise(MEBIBYTES) }))
    const listener = await listen('127.0.0.1', 0, 'SKERRY_PORT', async (request) => {
      const content = path ? await archives.file(ID, path) : await archives.whole(ID)
      return contentAnswer(request, content!, KEEP)
    })
    return Object.assign(listener, { [Symbol.asyncDispose]: () => listener.close(0) })
  }
  const begin = (port: number) =>
    new Promise<IncomingMessage>((resolve, reject) => get({ port, host: '127.0.0.1' }, resolve).on('error', reject))

  test.each([undefined, 'large'])(
    'is read only as fast as the client takes it, and no more once that has left: %s',
    async (path) => {
      await using listener = await serve(path)
      const waiting = await begin(listener.port)
      waiting.pause()
      await expect.poll(openFiles).toHaveLength(1)
      // Meanwhile a reader that takes all of it gets all of it.
      const taken = await (await fetch(`http://127.0.0.1:${listener.port}`)).arrayBuffer()
      expect(taken.byteLength).toBeGreaterThan(path ? MEBIBYTES * MiB - 1 : MEBIBYTES * MiB * 0.7)
      await expect.poll(openFiles).toHaveLength(1)
      waiting.destroy()
      await expect.poll(openFiles).toEqual([])
    },
  )

  test('a part in the midst of a compressed file is that part', async () => {
    await using listener = await serve('large')
    const address = `http://127.0.0.1:${listener.port}`
    const whole = new Uint8Array(await (await fetch(address)).arrayBuffer())
    expect(whole).toHaveLength(MEBIBYTES * MiB)
    const middle = 20 * MiB - 10
    const answer = await fetch(address, { headers: { range: `bytes=${middle}-${middle + MiB}` } })
    expect([answer.status, answer.headers.get('content-length')]).toEqual([206, String(MiB + 1)])
    expect(Buffer.compare(new Uint8Array(await answer.arrayBuffer()), whole.subarray(middle, middle + MiB + 1))).toBe(0)
    const head = await fetch(address, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(MEBIBYTES * MiB))
    await expect.poll(openFiles).toEqual([])
  })

  test('an archive that is removed meanwhile is sent to its end', async () => {
    await using listener = await serve()
    const { size } = (await archives.whole(ID))!
    const answer = await begin(listener.port)
    await rm(join(data.path, 'kept', `${ID}.zip`))
    let received = 0
    for await (const chunk of answer) received += (chunk as Buffer).length
    expect(received).toBe(size)
  })
})
