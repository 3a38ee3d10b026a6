import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { MachineSocket, socketForQemu } from './machine-socket.ts'

const own = process.getuid!()

async function listening() {
  const folder = await mkdtemp(join(tmpdir(), 'socket-'))
  const path = join(folder, 'listens')
  const server = createServer((socket) => socket.on('error', () => {}).end('hello')).listen(path)
  onTestFinished(async () => {
    server.close()
    await rm(folder, { recursive: true })
  })
  await once(server, 'listening')
  return { folder, path }
}

test('connects to a socket of the machine, also in a folder whose path is longer than that of a socket may be', async () => {
  const { folder } = await listening()
  const deep = join(folder, 'x'.repeat(100), 'y'.repeat(100))
  await mkdir(deep, { recursive: true })
  await promisify(execFile)('ln', [join(folder, 'listens'), join(deep, 'listens')])
  const socket = await new MachineSocket(join(deep, 'listens'), () => own).connect()
  expect(`${(await once(socket, 'data'))[0]}`).toBe('hello')
})

test('connects to nothing else', async () => {
  const { folder, path } = await listening()
  const [linked, file, fifo] = ['linked', 'file', 'fifo'].map((name) => join(folder, name))
  await symlink(path, linked!)
  await writeFile(file!, '')
  await promisify(execFile)('mkfifo', [fifo!])
  for (const other of [linked!, file!, fifo!, folder])
    await expect(new MachineSocket(other, () => own).connect(), other).rejects.toThrow('no socket of the machine')
  await expect(new MachineSocket(path, () => own + 1).connect()).rejects.toThrow('no socket of the machine')
  await expect(new MachineSocket(join(folder, 'missing'), () => own).connect()).rejects.toThrow('ENOENT')
})

test('is no path for calls of node:fs', async () => {
  const socket = new MachineSocket('/nowhere', () => own)
  // @ts-expect-error -- So that nothing can be done by the path.
  await expect(readFile(socket)).rejects.toThrow(TypeError)
  // @ts-expect-error -- The same.
  await expect(open(socket)).rejects.toThrow(TypeError)
  expect(JSON.stringify(socket)).toBe('{}')
})

test('its name for QEMU is no part of a path', () => {
  expect(`${socketForQemu('qmp')}`).toBe('run/qmp.sock')
  // @ts-expect-error -- So that no path below the machine's folder is made by hand.
  expect(() => join('/nowhere', socketForQemu('qmp'))).toThrow(TypeError)
})
