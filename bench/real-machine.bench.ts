import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BareQemu } from './lib/bare-qemu.ts'
import { scratchFolder } from './lib/bench-server.ts'
import { guestImage } from './lib/guest-image.ts'
import { hasPrograms, RealServer } from './lib/real-server.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * From the request that creates an instance to the login prompt on its serial console, against the same image on a bare
 * QEMU command line, alternating. In a smoke run a boot sector stands for the system: that takes no second.
 */
const ROUNDS = size(5, 1)
/** A second is for the sagas. */
const [MAX_RATIO, MAX_MORE_MS] = [1.25, 1000]

if (!hasPrograms()) process.exit()
const folder = await scratchFolder()
const { path: image, prompt } = await guestImage(folder)
const server = await RealServer.start()
try {
  const imageId = await server.upload(image)
  const ratios: number[] = []
  const within: boolean[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [ours, bare] = [await throughSkerry(imageId, round < ROUNDS - 1), await onBareQemu(round)]
    console.log(`        through Skerry: ${ours.toFixed(0)} ms, bare QEMU: ${bare.toFixed(0)} ms`)
    ratios.push(ours / bare)
    within.push(ours <= bare * MAX_RATIO + MAX_MORE_MS)
  }
  const most = within.filter(Boolean).length
  report(
    'create to prompt against bare QEMU',
    median(ratios).toFixed(2),
    `at most ${MAX_RATIO} and ${MAX_MORE_MS} ms in most rounds`,
    most > ROUNDS / 2,
  )
} finally {
  await server.close()
  await rm(folder, { recursive: true })
}

/** Resolves to the time in ms. @param removes the instance afterwards */
async function throughSkerry(imageId: string, removes: boolean): Promise<number> {
  const began = performance.now()
  await server.create('one', imageId)
  await server.hasWritten('one', prompt)
  const took = performance.now() - began
  if (removes) await server.remove('one')
  return took
}

async function onBareQemu(round: number): Promise<number> {
  const began = performance.now()
  const machine = await BareQemu.start({ image, overlay: join(folder, `overlay-${round}.qcow2`) })
  await machine.shell.until(new RegExp(prompt))
  const took = performance.now() - began
  await machine.end()
  return took
}
