import { readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { describe, expect } from 'vitest'
import { type Bed, onSite } from '../../conformance/bed.ts'
import { instanceSpec, newId } from '../../conformance/declared.ts'
import type { PlatformUnderTest } from '../../conformance/platform-under-test.ts'
import { logIn, Terminal } from '../../conformance/terminal.ts'
import type { InstanceVolume } from '../../interface/instances.ts'
import type { VolumeSpec } from '../../interface/volumes.ts'
import { bootSector } from '../probe/boot-sector.ts'
import type { QemuSite } from '../testing/qemu-site.ts'
import { onQemuShort } from '../testing/short-form.ts'
import { tinyEfiDisk, tinyEfiStick, tinyIso } from '../tiny-linux/boot-media.ts'
import { cachedTinyLinux } from '../tiny-linux/cached-tiny-linux.ts'

const INSTALLED = 'It is installed'

/** The smallest system that a guest can install: it writes that text to its serial port. */
const installation = (device: string) => {
  const bytes = [...bootSector(INSTALLED)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
  const halves = [bytes.slice(0, 256), bytes.slice(256)].map((half) => `printf '${half.join('')}'`)
  return halves.map(
    (half, at) => `${half} | dd of=${device} bs=256 seek=${at} conv=fsync,notrunc; echo half-$?-${at}\r`,
  )
}

/** The only disk that the guest can write: which letter it has is not certain. */
const FIND_DISK = 'for one in /sys/block/sd*; do [ "$(cat $one/ro)" = 0 ] && disk=/dev/${one##*/}; done\r'

function filesOf(bed: Bed) {
  const { volumes } = (bed.site as QemuSite).platform
  return { newestFile: (id: string) => volumes.newestFile(id) }
}

async function specOf(bed: Bed, volumes: readonly (VolumeSpec & { boot: boolean })[]) {
  const [sledId] = await bed.reachableSledIds()
  const id = newId()
  for (const volume of volumes) await bed.platform.volumes.ensureAttached(volume.id, id)
  await bed.platform.instances.prepare(id)
  const attached: InstanceVolume[] = volumes.map(({ id: volumeId, boot }) => ({ id: volumeId, name: 'disk', boot }))
  return instanceSpec(id, sledId!, attached)
}

async function install(bed: Bed, terminal: Terminal): Promise<void> {
  await terminal.type(FIND_DISK)
  for (const [at, command] of installation('$disk').entries()) {
    await terminal.type(command)
    await bed.eventually(() => terminal.text).toContain(`half-0-${at}`)
  }
}

function describeBootMedia(under: PlatformUnderTest): void {
  const test = onSite(under)

  test('an installer boots from an ISO image, and then what it installed from its disk', async (bed) => {
    const { instances, volumes } = bed.platform
    const iso = await bed.volumeOf(await tinyIso(await cachedTinyLinux(tmpdir())))
    const copy = await bed.volume({ kind: 'image', id: (await bed.image((await bed.snapshot(iso.id)).id)).id })
    const blank = await bed.volume()
    const spec = await specOf(bed, [
      { ...blank, boot: false },
      { ...copy, boot: true },
    ])
    await bed.start(spec)
    await install(bed, await logIn(bed, spec.id))
    // A CD is never written, so a snapshot of it shares everything.
    const snapshot = await bed.snapshot(copy.id)
    const { newestFile } = filesOf(bed)
    expect(await newestFile(copy.id)).toBe(await newestFile(iso.id))
    expect(await volumes.read(snapshot.id, 16 * 2048, 6)).toEqual(new TextEncoder().encode('\x01CD001'))
    await instances.stop(spec.id)

    const { endOffset } = await instances.serial.history(spec.id, { mostRecent: 1 }, 1)
    await bed.start({ ...spec, volumes: spec.volumes.map((volume) => ({ ...volume, boot: volume.id === blank.id })) })
    const terminal = await Terminal.open(bed, spec.id, { fromStart: endOffset })
    await bed.eventually(() => terminal.text).toContain(INSTALLED)
  })

  test('an empty boot disk is skipped until something is installed on it', async (bed) => {
    const iso = await bed.volumeOf(await tinyIso(await cachedTinyLinux(tmpdir())))
    const blank = await bed.volume()
    const spec = await specOf(bed, [
      { ...blank, boot: true },
      { ...iso, boot: false },
    ])
    await bed.start(spec)
    const terminal = await logIn(bed, spec.id)
    await install(bed, terminal)
    await terminal.type(bed.site.guest.reboot)
    await bed.eventually(() => terminal.text).toContain(INSTALLED)
  })

  test('firmware that looks for loaders itself, where none is found', async (bed) => {
    const spec = await specOf(bed, [{ ...(await bed.volume()), boot: true }])
    await bed.start(spec)
    const variables = (bed.site as QemuSite).folderOf(spec.id).qemu.file('efiVariables')
    expect((await stat(variables)).size).toBeGreaterThan(0)
  })

  test('firmware that was chosen, whatever the disks need', async (bed) => {
    const variablesOf = (id: string) => stat((bed.site as QemuSite).folderOf(id).qemu.file('efiVariables'))
    const blank = await specOf(bed, [{ ...(await bed.volume()), boot: true }])
    await bed.start({ ...blank, firmware: 'bios' })
    await expect(variablesOf(blank.id)).rejects.toMatchObject({ code: 'ENOENT' })
    const tiny = await bed.machineSpec()
    await bed.start({ ...tiny, firmware: 'efi' })
    expect((await variablesOf(tiny.id)).size).toBeGreaterThan(0)
    await bed.platform.instances.stop(tiny.id)
    // The variables are kept for the next time.
    await bed.start(tiny)
    await logIn(bed, tiny.id)
  })

  test('an EFI loader on a disk without partitions', async (bed) => {
    const disk = await bed.volumeOf(await tinyEfiStick(await cachedTinyLinux(tmpdir())))
    const spec = { ...(await specOf(bed, [{ ...disk, boot: true }])), memoryBytes: 512 * 2 ** 20 }
    await bed.start(spec)
    const terminal = await logIn(bed, spec.id)
    await terminal.type('[ -d /sys/firmware/efi ] && echo efi-$((1+1))\r')
    await bed.eventually(() => terminal.text).toContain('efi-2')
  })

  test('a disk that only EFI firmware boots, whose variables stay', async (bed) => {
    const { instances } = bed.platform
    const disk = await bed.volumeOf(await tinyEfiDisk(await cachedTinyLinux(tmpdir())))
    const spec = { ...(await specOf(bed, [{ ...disk, boot: true }])), memoryBytes: 512 * 2 ** 20 }
    await bed.start(spec)
    const terminal = await logIn(bed, spec.id)
    await terminal.type('[ -d /sys/firmware/efi ] && echo efi-$((1+1))\r')
    await bed.eventually(() => terminal.text).toContain('efi-2')
    await instances.stop(spec.id)
    const variables = (bed.site as QemuSite).folderOf(spec.id).qemu.file('efiVariables')
    const [kept, { ino }] = [await readFile(variables), await stat(variables)]
    expect(kept.includes(Buffer.from('BootOrder', 'utf16le'))).toBe(true)
    await bed.start(spec)
    expect((await stat(variables)).ino).toBe(ino)
    await instances.release(spec.id)
    await expect(stat(variables)).rejects.toMatchObject({ code: 'ENOENT' })
  })
}

describe('what a machine boots from', () => {
  describeBootMedia(onQemuShort('firmware that looks for loaders itself, where none is found'))
})
