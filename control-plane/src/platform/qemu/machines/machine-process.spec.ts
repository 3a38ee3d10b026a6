import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { OwnProcesses } from './machine-process.ts'

const shell = new OwnProcesses('/bin/sh')

async function started(script: string, name = crypto.randomUUID()) {
  const folder = await mkdtemp(join(tmpdir(), 'process-'))
  const id = await shell.start({ folder, args: ['-c', script, name], log: join(folder, 'log'), user: null })
  onTestFinished(async () => {
    shell.kill(id)
    await rm(folder, { recursive: true })
  })
  return { id, name, folder }
}

test('a process is found by its arguments, and is not alive once it was killed', async () => {
  const { id, name } = await started('sleep 1000; true')
  expect(shell.isAlive(id)).toBe(true)
  expect(shell.find(name)).toEqual(id)
  shell.kill(id)
  await expect.poll(() => shell.isAlive(id)).toBe(false)
  expect(shell.find(name)).toBeUndefined()
})

test('another process with the same number is not the one that was started, and is not killed', async () => {
  const { id } = await started('sleep 1000; true')
  const earlier = { ...id, startTime: id.startTime - 1 }
  expect(shell.isAlive(earlier)).toBe(false)
  shell.kill(earlier)
  expect(shell.isAlive(id)).toBe(true)
})

test('what it writes is in its folder, also when it ends at once', async () => {
  const { id, folder } = await started('echo no such device >&2; exit 1')
  await expect.poll(() => shell.isAlive(id)).toBe(false)
  expect(await readFile(join(folder, 'log'), 'utf8')).toBe('no such device\n')
})

test('a program that is missing is an error', async () => {
  const { folder } = await started('true')
  const program = { folder, args: [], log: join(folder, 'log'), user: null }
  await expect(new OwnProcesses('/nowhere/qemu').start(program)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a process that has ended and whose parent has not noticed is not alive', async () => {
  // The shell starts a child, becomes another program, and never waits for the child.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 1000'])
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  const stat = () => readFile(`/proc/${pid}/stat`, 'utf8')
  await expect.poll(stat).toContain(') Z ')
  const startTime = Number((await stat()).split(') ')[1]!.split(' ')[19])
  expect(shell.isAlive({ pid, startTime })).toBe(false)
})
