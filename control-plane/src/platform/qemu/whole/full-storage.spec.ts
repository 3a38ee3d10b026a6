import { mkdtemp, open, rm, rmdir, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Bed } from '../../conformance/bed.ts'
import { logIn, Terminal } from '../../conformance/terminal.ts'
import { command } from '../networks/commands.ts'
import { onQemu, QemuSite } from '../testing/qemu-site.ts'
import { cachedTinyLinux } from '../tiny-linux/cached-tiny-linux.ts'

const MiB = 2 ** 20
/** Less than what a machine then writes. */
const LEFT = 8 * MiB

/** Machines on a file system of their own, where nothing is kept free. */
async function smallSite() {
  const image = await cachedTinyLinux(tmpdir())
  const folder = await mkdtemp(join(tmpdir(), 'small-'))
  await command('mount', ['-t', 'tmpfs', '-o', 'size=320m,mode=0755', 'tmpfs', folder])
  onTestFinished(async () => {
    await command('umount', ['--lazy', folder])
    await rmdir(folder)
  })
  const bed = await Bed.open({
    ...onQemu,
    open: async () => {
      vi.stubEnv('TMPDIR', folder)
      onTestFinished(() => void vi.unstubAllEnvs())
      return QemuSite.open(image)
    },
  })
  onTestFinished(() => bed.site.dispose())
  const [filler, reserve] = ['filler', 'reserve'].map((name) => join(folder, name))
  await writeFile(reserve!, Buffer.alloc(16 * MiB, 1))
  const free = async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }
  return {
    bed,
    free,
    /** Deletes the reserve, as the server does: without any space, nothing could begin. */
    release: () => rm(reserve!),
    async fill() {
      await using file = await open(filler!, 'w')
      const chunk = Buffer.alloc(MiB, 1)
      for (let left = (await free()) - LEFT; left > 0; left -= MiB) await file.write(chunk)
    },
    empty: () => rm(filler!),
  }
}

const DISK = '$(findfs LABEL=TINY)'

test.runIf(process.getuid?.() === 0)(
  'a machine for whose write there is no space loses nothing, nor does another on the same storage',
  async () => {
    const { bed, free, release, fill, empty } = await smallSite()
    const [writer, other] = [await bed.machine(), await bed.machine()]
    const [one, two] = [await logIn(bed, writer.spec.id), await logIn(bed, other.spec.id)]
    const conditionOf = async (id: string) =>
      (await bed.platform.instances.list()).instances.find(({ instanceId }) => instanceId === id)?.condition
    const data = '/tmp/data'
    for (const terminal of [one, two]) await terminal.run(bed, `dd if=/dev/urandom of=${data} bs=1M count=24`)
    // The other one has its place already.
    const write = `dd if=${data} of=${DISK} bs=1M seek=28 conv=fsync`
    await two.run(bed, write)

    await fill()
    await one.type(`${write} && echo written-$?-\r`)
    await bed.eventually(free).toBe(0)
    // Until it is paused it would take what is released, too.
    await bed.eventually(() => conditionOf(writer.spec.id)).toMatchObject({ kind: 'storage_full' })
    await release()
    expect(await two.run(bed, `${write} && echo again-$?-`)).toContain('again-0-')
    expect(await conditionOf(other.spec.id)).toBeNull()

    await bed.restart('killed')
    expect(await conditionOf(writer.spec.id)).toMatchObject({ kind: 'storage_full' })
    await empty()
    await bed.eventually(() => conditionOf(writer.spec.id)).toBeNull()
    for (const { spec } of [writer, other]) {
      const terminal = await Terminal.open(bed, spec.id, { mostRecent: 0 })
      const read = `dd if=${DISK} bs=1M skip=28 count=24 2>/dev/null | cmp - ${data} && echo "equal""-indeed"`
      expect(await terminal.run(bed, `sync; echo 3 >/proc/sys/vm/drop_caches; ${read}`)).toContain('equal-indeed')
    }
  },
)
