import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../../clock/clock.ts'
import { isAlive, startTimeOf } from '../../base/process-id.ts'
import { Work } from '../../base/work.ts'
import { MachineSocket } from '../files/machine-socket.ts'
import { ARCHITECTURES } from '../order/architecture.ts'
import { QemuControl } from './qemu-control.ts'

/** Duration of each write or flush of the disk. */
const LATENCY_MS = 4000

/** A QEMU without a machine, whose only disk has begun to write and is to be flushed then. */
async function slowQemu() {
  const folder = await mkdtemp(join(tmpdir(), 'skerry-control-'))
  const path = join(folder, 'qmp.sock')
  const disk = `driver=null-co,node-name=disk,latency-ns=${LATENCY_MS}000000`
  const args = ['-M', 'none', '-nodefaults', '-display', 'none', '-monitor', 'stdio', '-blockdev', disk]
  const child = spawn(ARCHITECTURES.x64.binary, [...args, '-qmp', `unix:${path},server=on,wait=off`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  })
  let printed = ''
  child.stdout.on('data', (bytes: Buffer) => (printed += `${bytes}`))
  child.stdin.write('qemu-io disk "aio_write 0 512"\ninfo version\n')
  await expect.poll(() => printed).toMatch(/info version[^]*\d\.\d/)
  const process = { pid: child.pid!, startTime: startTimeOf(child.pid!)! }
  const started = { ...process, user: null, cgroup: null, bootAndPlace: '' }
  return { process: started, socket: new MachineSocket(path, () => globalThis.process.getuid!()), ended }
}

test('a machine that quits has the time to flush its disks, and is not killed meanwhile', async () => {
  const { process, socket, ended } = await slowQemu()
  const work = new Work(systemClock)
  onTestFinished(() => work.kill())
  const kills: number[] = []
  const kill = async ({ pid }: { pid: number }) => {
    kills.push(pid)
    globalThis.process.kill(pid, 'SIGKILL')
  }
  const control = new QemuControl(socket, work, kill, { changed() {}, reset() {} })
  await control.connect(process)
  const start = performance.now()
  await control.end(process)
  expect(await ended).toEqual([0, null])
  expect([kills, isAlive(process)]).toEqual([[], false])
  // Else it had nothing to wait for.
  expect(performance.now() - start).toBeGreaterThan(LATENCY_MS)
})

test('what a kill does not end is killed less and less often', async () => {
  const child = spawn('sleep', ['1000'], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const process = { pid: child.pid!, startTime: startTimeOf(child.pid!)!, user: null, cgroup: null, bootAndPlace: '' }
  const work = new Work(systemClock)
  onTestFinished(() => work.kill())
  const kills: number[] = []
  const kill = async () => {
    // As one that waits in the kernel for a disk.
    if (kills.push(performance.now()) === 6) child.kill('SIGKILL')
  }
  const control = new QemuControl(new MachineSocket('/nowhere', () => 0), work, kill, { changed() {}, reset() {} })
  await control.end(process)
  expect(kills.length).toBeGreaterThanOrEqual(6)
  expect(kills[5]! - kills[0]!).toBeGreaterThan(600)
  expect(isAlive(process)).toBe(false)
})
