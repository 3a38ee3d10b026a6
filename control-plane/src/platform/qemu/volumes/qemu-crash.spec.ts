import { describe, expect, test } from 'vitest'
import { newId, NOTHING, volumeSpec } from '../../conformance/declared.ts'
import { GatedDisk } from '../testing/gated-disk.ts'
import { MAX_OVERLAYS } from './layers.ts'
import { StorageDaemon } from './storage-daemon.fixtures.ts'
import { VolumeSite } from './volume-site.fixtures.ts'

const BLOCK = 8192
/** As many snapshots as a chain has room for: the next one makes it shorter. */
const NUMBERS = Array.from({ length: MAX_OVERLAYS }, (_, at) => at + 1)
const LAST = MAX_OVERLAYS + 1
/** Each test kills at every fourth step. All steps together take minutes. */
const EVERY = 4
const FIRST = process.env['SKERRY_TEST_MACHINES'] === 'short' ? [0] : [0, 1, 2, 3]

/** A volume that QEMU has open, with a snapshot after each block that the guest wrote and flushed. */
class Scene {
  readonly volumeId = newId()
  /** By the last block that they have. */
  readonly snapshots = new Map<number, string>()
  readonly #step: () => Promise<void>
  #stepsLeft = Infinity
  site!: VolumeSite
  daemon!: StorageDaemon
  isKilled = false

  private constructor() {
    this.#step = async () => {
      if (this.#stepsLeft-- !== 0) return
      this.isKilled = true
      await this.daemon.end('SIGKILL')
    }
  }

  static async open(): Promise<Scene> {
    const scene = new Scene()
    scene.site = await VolumeSite.open(
      (folder) => (scene.daemon = new StorageDaemon(folder, scene.#step, new GatedDisk(scene.#step))),
      scene.#step,
    )
    await scene.site.volumes.ensureVolume({ ...volumeSpec(), id: scene.volumeId })
    await scene.begin()
    for (const number of NUMBERS) {
      await scene.write(number)
      await scene.snapshot(number)
    }
    await scene.write(LAST)
    return scene
  }

  begin(): Promise<void> {
    return this.site.volumes.withChains([this.volumeId], ([chain]) => this.daemon.begin(this.volumeId, chain!))
  }

  async write(number: number): Promise<void> {
    await this.daemon.guest(`write -P ${number} ${number * BLOCK} ${BLOCK}`, 'flush')
  }

  async snapshot(number: number): Promise<void> {
    const id = newId()
    await this.site.volumes.ensureSnapshot({ id, volumeId: this.volumeId })
    this.snapshots.set(number, id)
  }

  /** Kills QEMU before the next step of this number, and looks whether there is one. */
  async killAt(step: number, work: () => Promise<void>): Promise<boolean> {
    this.#stepsLeft = step
    await work().catch((error: unknown) => {
      if (!this.isKilled) throw error
    })
    this.#stepsLeft = Infinity
    await this.daemon.end('SIGKILL')
    return this.isKilled
  }

  /** The volume's blocks, and those of each snapshot that should have all up to a number. */
  async contents(): Promise<{ last: number; blocks: (number | undefined)[] }[]> {
    const things: [number, string][] = [[LAST, this.volumeId], ...this.snapshots]
    return Promise.all(things.map(async ([last, id]) => ({ last, blocks: await this.#blocksOf(id) })))
  }

  async #blocksOf(id: string): Promise<(number | undefined)[]> {
    const found = []
    for (let number = 1; number <= LAST + 1; number++)
      found.push((await this.site.volumes.read(id, number * BLOCK, BLOCK))[BLOCK - 1])
    return found
  }
}

describe.each(FIRST)('QEMU is killed at step %i, and every fourth after that', (first) => {
  // oxlint-disable-next-line vitest/expect-expect -- `isWhole` has the assertions.
  test('of a snapshot that shortens a chain: nothing that was flushed is lost', async () => {
    await sweep((scene) => scene.snapshot(LAST))
  })

  /** Kills QEMU at every fourth step of what is done to a new scene, and after it. */
  async function sweep(work: (scene: Scene) => Promise<void>): Promise<void> {
    for (let step = first, killed = true; killed; step += EVERY) {
      const scene = await Scene.open()
      try {
        killed = await scene.killAt(step, () => work(scene))
        await isWhole(scene, `killed at step ${step}`)
        // What was left half done is done when QEMU has the volume again, and takes nothing with it.
        await scene.begin()
        await scene.daemon.guest(...NUMBERS.map((number) => `read -P ${number} ${number * BLOCK} ${BLOCK}`))
        await scene.site.volumes.ensureSnapshot({ id: newId(), volumeId: scene.volumeId })
        await scene.daemon.end('SIGKILL')
        await isWhole(scene, `continued after step ${step}`)
        await scene.site.restart('killed')
        await scene.site.volumes.restore(NOTHING)
        for (const id of scene.snapshots.values()) await scene.site.volumes.deleteSnapshot(id)
        scene.snapshots.clear()
        await isWhole(scene, `without snapshots after step ${step}`)
      } finally {
        await scene.daemon.end('SIGKILL')
        await scene.site.dispose()
      }
    }
  }

  /** Every block that was flushed is in the volume, and each snapshot has those that were written before it. */
  async function isWhole(scene: Scene, at: string): Promise<void> {
    for (const { last, blocks } of await scene.contents())
      expect(blocks, at).toEqual(Array.from({ length: LAST + 1 }, (_, index) => (index < last ? index + 1 : 0)))
  }
})
