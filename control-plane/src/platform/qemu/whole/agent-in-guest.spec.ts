import { access, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { describe, expect } from 'vitest'
import { type Bed, onSite } from '../../conformance/bed.ts'
import { instanceSpec, newId } from '../../conformance/declared.ts'
import type { PlatformUnderTest } from '../../conformance/platform-under-test.ts'
import { logIn, Terminal } from '../../conformance/terminal.ts'
import { GuestAgent } from '../machines/guest/guest-agent.ts'
import type { QemuSite } from '../testing/qemu-site.ts'
import { onQemuShort } from '../testing/short-form.ts'
import { cachedTinyLinux } from '../tiny-linux/cached-tiny-linux.ts'
import { withGuestAgent } from '../tiny-linux/guest-agent.ts'

const [FROZEN, THAWED] = ['file systems: freeze', 'file systems: thaw']

/** The disk beside the one that it boots from and the one with its specification. */
const FIND_DISK =
  'for one in /sys/block/sd*; do [ "$(cat $one/ro)/dev/${one##*/}" = "0$(findfs LABEL=TINY)" ] || [ "$(cat $one/ro)" = 1 ] || disk=/dev/${one##*/}; done\r'

/** A machine with an agent, and a mounted file system that can be frozen. */
async function machineWithAgent(bed: Bed) {
  const { volumes, instances } = bed.platform
  const boot = await bed.volumeOf(await withGuestAgent(await cachedTinyLinux(tmpdir())))
  const data = await bed.volume()
  const id = newId()
  for (const volume of [boot, data]) {
    await volumes.ensureAttached(volume.id, id)
    bed.keepVolume(volume, true, id)
  }
  await instances.prepare(id)
  const [sledId] = await bed.reachableSledIds()
  const attached = [boot, data].map((volume, at) => ({ id: volume.id, name: `disk-${at}`, boot: at === 0 }))
  const spec = instanceSpec(id, sledId!, attached)
  bed.keepMachine(spec, await bed.start(spec))
  const terminal = await logIn(bed, id)
  await terminal.type(FIND_DISK)
  await terminal.type('mke2fs $disk 65536 >/dev/null; mount -t ext4 $disk /root && cd /root && echo mounted-$((1+1))\r')
  await bed.eventually(() => terminal.text).toContain('mounted-2')
  return { id, terminal, data }
}

const siteOf = (bed: Bed) => bed.site as QemuSite
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

function describeGuestAgent(under: PlatformUnderTest): void {
  const test = onSite(under)

  test('it reports what it knows; without one there is no report, and without a machine neither', async (bed) => {
    const { guests } = bed.platform.instances
    const [plain, { id }] = [await bed.machine(), await machineWithAgent(bed)]
    expect(await guests.report(plain.spec.id)).toBeNull()
    await expect(guests.report(newId())).rejects.toMatchObject({ kind: 'gone' })
    const [one, other] = await Promise.all([guests.report(id), guests.report(id)])
    expect(other).toEqual(one)
    expect(one).toMatchObject({
      agentVersion: expect.stringMatching(/^\d+\.\d+/),
      hostname: expect.any(String),
      system: 'Tiny Linux 1',
      kernel: expect.stringMatching(/^\d+\.\d+/),
      interfaces: expect.arrayContaining([
        { name: 'lo', mac: expect.anything(), addresses: expect.arrayContaining(['127.0.0.1']) },
      ]),
      fileSystems: expect.arrayContaining([
        { mountPoint: '/root', type: 'ext4', totalBytes: expect.any(Number), usedBytes: expect.any(Number) },
      ]),
    })
  })

  test('file systems are frozen for a snapshot, and thawed after it', async (bed) => {
    const { id, terminal, data } = await machineWithAgent(bed)
    await terminal.type('echo content >file; echo written-$((1+1))\r')
    await bed.eventually(() => terminal.text).toContain('written-2')
    const snapshot = await bed.snapshot(data.id)
    await bed.eventually(() => terminal.text).toMatch(new RegExp(`${FROZEN}[^]*${THAWED}`))
    // It was in the guest's memory alone until its file system was frozen.
    const stored = Buffer.from(await bed.platform.volumes.read(snapshot.id, 0, 64 * 2 ** 20))
    expect(stored.includes('content\n')).toBe(true)
    expect(await isThere(siteOf(bed).folderOf(id).file('frozen'))).toBe(false)
    await terminal.type('echo more >>file; sync; echo again-$((1+1))\r')
    await bed.eventually(() => terminal.text).toContain('again-2')
  })

  test('file systems that a server left frozen are thawed by the next one', async (bed) => {
    const { id, terminal } = await machineWithAgent(bed)
    const folder = siteOf(bed).folderOf(id)
    await writeFile(folder.file('frozen'), '')
    expect(await new GuestAgent(await siteOf(bed).socketOf(id, 'agent')).freeze()).toBe(true)
    await bed.eventually(() => terminal.text).toContain(FROZEN)
    await bed.restart('killed')
    const later = await Terminal.open(bed, id, { fromStart: 0 })
    await bed.eventually(() => later.text).toContain(THAWED)
    await expect.poll(() => isThere(folder.file('frozen')), { timeout: under.limitMs }).toBe(false)
  })
}

describe('the guest agent in a machine', () => {
  describeGuestAgent(
    onQemuShort('it reports what it knows; without one there is no report, and without a machine neither'),
  )
})
