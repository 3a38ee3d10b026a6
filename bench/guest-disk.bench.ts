import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BareQemu } from './lib/bare-qemu.ts'
import { scratchFolder } from './lib/bench-server.ts'
import { guestImage } from './lib/guest-image.ts'
import type { GuestShell } from './lib/guest-shell.ts'
import { hasPrograms, RealServer } from './lib/real-server.ts'
import { median, report } from './lib/report.ts'
import { smokePostgres } from './lib/smoke.ts'

/**
 * What a guest writes to its disk and reads from it in a second, against the same on a bare QEMU command line,
 * alternating. In a smoke run the guests are boot sectors that only boot.
 */
const ROUNDS = 5
const MIB = 128
const LEAST = 0.9
/** On the disk: behind the system. */
const SEEK_MIB = 512

// Not of zeros, which Skerry's disks do not store.
const prepare = `dd if=/dev/urandom of=/tmp/data bs=1M count=${MIB} 2>/dev/null`
const commands = {
  written: `dd if=/tmp/data of=/dev/sda bs=1M seek=${SEEK_MIB} conv=notrunc,fsync 2>/dev/null`,
  read:
    'echo 3 >/proc/sys/vm/drop_caches; ' +
    `dd if=/dev/sda of=/dev/null bs=1M count=${MIB} skip=${SEEK_MIB} 2>/dev/null`,
}

if (!hasPrograms()) process.exit()
const folder = await scratchFolder()
const image = await guestImage(folder)
const server = await RealServer.start()
let bare: BareQemu | undefined
try {
  bare = await BareQemu.start({ image: image.path, overlay: join(folder, 'overlay.qcow2') })
  await server.create('one', await server.upload(image.path))
  const ours = await server.console('one')
  const shells = [ours, bare.shell]
  if (smokePostgres) await Promise.all(shells.map((shell) => shell.until(new RegExp(image.prompt))))
  else await measure(ours, bare.shell)
} finally {
  await bare?.end()
  await server.close()
  await rm(folder, { recursive: true })
}

async function measure(ours: GuestShell, bareShell: GuestShell): Promise<void> {
  const shells = [ours, bareShell]
  await Promise.all(shells.map((shell) => shell.logIn()))
  await Promise.all(shells.map((shell) => shell.run(prepare)))
  for (const [what, command] of Object.entries(commands)) {
    const times: [number[], number[]] = [[], []]
    // The first fills the layers of the disk.
    await Promise.all(shells.map((shell) => shell.run(command)))
    for (let round = 0; round < ROUNDS; round++)
      for (const [at, shell] of shells.entries()) times[at]!.push(await shell.run(command))
    const [rate, bareRate] = times.map((side) => (MIB * 1000) / median(side)) as [number, number]
    const ratio = rate / bareRate
    const rates = `${rate.toFixed(0)} against ${bareRate.toFixed(0)} MiB/s`
    report(`${what} by a guest`, `${ratio.toFixed(2)} of bare QEMU, ${rates}`, `at least ${LEAST}`, ratio >= LEAST)
  }
}
