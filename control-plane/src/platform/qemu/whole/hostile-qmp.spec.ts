import { once } from 'node:events'
import { chown, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, expect, onTestFinished, test } from 'vitest'
import { Bed, rejects } from '../../conformance/bed.ts'
import { newId } from '../../conformance/declared.ts'
import type { InstanceSpec } from '../../interface/instances.ts'
import { isAlive } from '../base/process-id.ts'
import { onQemu, QemuSite } from '../testing/qemu-site.ts'
import { cachedTinyLinux } from '../tiny-linux/cached-tiny-linux.ts'

/** Far longer than a flood is read. */
const STOP_MS = 120_000

async function open(): Promise<{ bed: Bed; site: QemuSite; spec: InstanceSpec }> {
  const image = await cachedTinyLinux(tmpdir())
  const bed = await Bed.open({ ...onQemu, open: () => QemuSite.open(image, null, STOP_MS) })
  onTestFinished(() => bed.site.dispose())
  const { spec } = await bed.machine()
  return { bed, site: bed.site as QemuSite, spec }
}

/** Replaces a machine's QMP by one that sends answers without end once it is asked for its power button. */
async function flooding({ bed, site, spec }: Awaited<ReturnType<typeof open>>) {
  const { run } = await site.folderOf(spec.id).readState()
  const path = join(site.folderOf(spec.id).qemu.path, 'run', 'qmp.sock')
  const sockets = new Set<Socket>()
  const answer = (socket: Socket, { execute, id }: { execute: string; id: number }) => {
    const status = execute === 'query-status' ? { status: 'running', running: true } : {}
    socket.write(`${JSON.stringify({ return: status, id })}\r\n`)
    if (execute !== 'system_powerdown') return
    const flood = () => {
      while (!socket.destroyed && socket.write('{"return": {}, "id": 0}\r\n'.repeat(1000)));
    }
    socket.on('drain', flood)
    flood()
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).write('{"QMP": {"version": {}, "capabilities": []}}\r\n')
    socket.on('data', (bytes) => {
      for (const line of `${bytes}`.trim().split('\n')) answer(socket, JSON.parse(line))
    })
  })
  await bed.platform.close()
  await rm(path)
  await once(server.listen(path), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  if (run!.user !== null) await chown(path, run!.user, run!.user)
  await bed.restart('killed')
  return run!.process!
}

test(
  'a machine whose QEMU sends messages without end while it is to reboot fails, and the reboot is over',
  async () => {
    const scene = await open()
    const { bed, spec } = scene
    const process = await flooding(scene)
    const rebooted = rejects(bed.reboot(spec.id, newId()), 'gone')
    const { reason } = await bed.event('instance-failed', spec.id)
    expect(reason).toMatch(/^QEMU sends messages without end/)
    await rebooted
    expect([isAlive(process), await bed.listed(spec.id)]).toEqual([false, []])
  },
  onQemu.limitMs,
)

test(
  'a machine whose QEMU sends messages without end stops without its time to shut down',
  async () => {
    const scene = await open()
    const { bed, spec } = scene
    const process = await flooding(scene)
    const start = performance.now()
    await bed.platform.instances.stop(spec.id)
    expect(performance.now() - start).toBeLessThan(STOP_MS / 2)
    expect([isAlive(process), await bed.listed(spec.id)]).toEqual([false, []])
  },
  onQemu.limitMs,
)

test(
  'a QEMU that does not answer in the midst of a reboot holds up no other machine, and is rebooted once it answers',
  async () => {
    const { bed, site, spec } = await open()
    const [other, request] = [await bed.machine(), newId()]
    const { run } = await site.folderOf(spec.id).readState()
    const { pid } = run!.process!
    process.kill(pid, 'SIGSTOP')
    onTestFinished(() => void (isAlive(run!.process!) && process.kill(pid, 'SIGCONT')))
    void bed.reboot(spec.id, request)
    await bed.eventually(async () => (await site.folderOf(spec.id).readState()).phase).toBe('rebooting')
    await bed.restart('killed')
    expect(await bed.listed(other.spec.id)).toMatchObject([other.running])
    expect(bed.eventsOf(spec.id)).toEqual([])

    process.kill(pid, 'SIGCONT')
    const { runId, next } = await bed.event('instance-rebooted', spec.id)
    expect(runId).toBe(run!.runId)
    expect(await bed.reboot(spec.id, request)).toMatchObject(next)
    expect(bed.eventsOf(spec.id)).toHaveLength(1)
  },
  onQemu.limitMs,
)

test(
  'a machine whose record could not be read is adopted once it can',
  async () => {
    const { bed, site, spec } = await open()
    const [path, state] = [site.folderOf(spec.id).file('run'), await site.folderOf(spec.id).readState()]
    await site.restart('killed')
    await writeFile(path, '')
    await rejects(bed.platform.restore(bed.desired), 'permanent')
    await site.folderOf(spec.id).writeState(state)
    await bed.platform.restore(bed.desired)
    assert(state.run)
    expect(await bed.listed(spec.id)).toMatchObject([{ runId: state.run.runId }])
  },
  onQemu.limitMs,
)
