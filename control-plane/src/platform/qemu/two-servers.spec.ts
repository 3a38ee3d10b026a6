import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { Bed } from '../conformance/bed.ts'
import type { PlatformEvent } from '../platform.ts'
import { isAlive } from './machines/process-id.ts'
import { onQemu, type QemuSite } from './testing/qemu-site.ts'
import { helperOf, mayMount, rootServers, tagOf } from './testing/root-servers.ts'

test.runIf(mayMount)('a second server of root on a folder is refused before it touches the first', async () => {
  const { data, start } = await rootServers(0o711)
  await using first = start()
  const address = await first.ready
  const helper = await helperOf(data)
  const { code, stderr } = await start().ended
  expect([code, stderr]).toEqual([1, expect.stringContaining(`Another Skerry is running on the data in ${data}`)])
  expect([await helperOf(data), isAlive(helper)]).toEqual([helper, true])
  expect((await fetch(`${address}/_ops/readyz`)).status).toBe(200)
})

test.runIf(mayMount)('a copy of a folder has a helper and names of its own', async () => {
  const { data, copy, start } = await rootServers(0o711)
  const before = start()
  await before.ready
  before.kill('SIGTERM')
  await before.ended
  execFileSync('cp', ['-a', data, copy])
  const [tag, identity] = [await tagOf(data), await readFile(`${data}/qemu/host.json`, 'utf8')]

  await using original = start()
  const address = await original.ready
  const helper = await helperOf(data)
  await using other = start({ SKERRY_DATA: copy })
  await other.ready
  expect(await tagOf(copy)).not.toBe(tag)
  expect((await helperOf(copy)).pid).not.toBe(helper.pid)
  expect([await helperOf(data), isAlive(helper), isAlive(await helperOf(copy))]).toEqual([helper, true, true])
  expect(await readFile(`${data}/qemu/host.json`, 'utf8')).toBe(identity)
  expect((await fetch(`${address}/_ops/readyz`)).status).toBe(200)
})

test('a machine goes on in its folder, and has failed in a copy of it', async () => {
  await using stack = new AsyncDisposableStack()
  const bed = await Bed.open(onQemu)
  stack.defer(() => bed.site.dispose())
  const { spec, running } = await bed.machine()
  const { process } = (await (bed.site as QemuSite).folderOf(spec.id).readState()).run!
  const copy = await (bed.site as QemuSite).copy()
  stack.defer(() => copy.dispose())
  const events: PlatformEvent[] = []
  copy.platform.subscribe(async (event) => void events.push(event))
  await copy.platform.restore(bed.desired)
  await expect.poll(() => events).toMatchObject([{ kind: 'instance-failed', runId: running.runId }])
  await copy.platform.instances.stop(spec.id)
  await copy.platform.instances.release(spec.id)
  expect(isAlive(process!)).toBe(true)
  expect(await bed.listed(spec.id)).toMatchObject([{ runId: running.runId }])
  expect(bed.eventsOf(spec.id)).toEqual([])
})
