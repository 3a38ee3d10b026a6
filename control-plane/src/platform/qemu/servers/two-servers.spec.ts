import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Bed } from '../../conformance/bed.ts'
import type { PlatformEvent } from '../../interface/platform.ts'
import { folderPlace } from '../base/folder-place.ts'
import { isAlive } from '../base/process-id.ts'
import { endPrevious } from '../host/helper-note.ts'
import { hostIdentity, runFolder } from '../host/host-identity.ts'
import { command } from '../networks/commands.ts'
import { onQemu, type QemuSite } from '../testing/qemu-site.ts'
import { helperOf, mayMount, rootServers, tagOf } from '../testing/root-servers.ts'

/** Each server that starts as root may take as long as another test: it makes a database and tries a machine. */
const START_MS = 180_000

test.runIf(mayMount)(
  'a second server of root on a folder is refused before it touches the first',
  { timeout: 2 * START_MS },
  async () => {
    const { data, start } = await rootServers(0o711)
    await using first = start()
    const address = await first.ready
    const helper = await helperOf(data)
    const { code, stderr } = await start().ended
    expect([code, stderr]).toEqual([1, expect.stringContaining(`Another Skerry is running on the data in ${data}`)])
    expect([await helperOf(data), isAlive(helper)]).toEqual([helper, true])
    expect((await fetch(`${address}/_ops/readyz`)).status).toBe(200)
  },
)

test.runIf(mayMount)('a copy of a folder has a helper and names of its own', { timeout: 3 * START_MS }, async () => {
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

test.runIf(mayMount)('a folder keeps its names when its file system is mounted again as another device', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'r-'))
  const [data, before] = [join(parent, 'data'), join(parent, 'before')]
  const hosts = join(data, 'qemu')
  // The first folder of a new tmpfs has the same inode each time.
  const mountNew = async () => {
    await command('mount', ['-t', 'tmpfs', '-o', 'mode=711', 'tmpfs', data])
    await mkdir(hosts)
  }
  for (const folder of [data, before]) await mkdir(folder)
  await mountNew()
  const { tag } = await hostIdentity(hosts)
  onTestFinished(async () => {
    for (const folder of [data, before]) await command('umount', ['--lazy', folder]).catch(() => {})
    for (const folder of [parent, runFolder(tag)]) await rm(folder, { recursive: true })
  })
  // As the helper of a server does.
  await endPrevious(runFolder(tag), hosts)
  const [first, { ino }, identity] = [folderPlace(hosts), await stat(hosts), await readFile(join(hosts, 'host.json'))]
  expect((await hostIdentity(hosts)).tag).toBe(tag)

  // A copy in its place, while it is elsewhere.
  await command('mount', ['--bind', data, before])
  await command('umount', ['--lazy', data])
  await mountNew()
  await writeFile(join(hosts, 'host.json'), identity)
  expect([(await stat(hosts)).ino, folderPlace(hosts) === first]).toEqual([ino, false])
  expect((await hostIdentity(hosts)).tag).not.toBe(tag)

  // The same folder, and its number is that of nothing that is mounted: it is kept from all others while it is open.
  await writeFile(join(hosts, 'host.json'), identity)
  const keeper = await open(before)
  onTestFinished(() => keeper.close())
  await command('umount', ['--lazy', before])
  expect((await hostIdentity(hosts)).tag).toBe(tag)
  expect((await hostIdentity(hosts)).tag).toBe(tag)
  // A copy has another inode or another path.
  for (const copy of [hosts, join(data, 'other')]) {
    await mkdir(join(data, 'copy'))
    await writeFile(join(data, 'copy', 'host.json'), identity)
    await rm(copy, { recursive: true, force: true })
    await rename(join(data, 'copy'), copy)
    expect((await hostIdentity(copy)).tag).not.toBe(tag)
  }
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
