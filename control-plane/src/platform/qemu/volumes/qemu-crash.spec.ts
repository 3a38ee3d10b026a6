import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { newId, NOTHING, volumeSpec } from '../../conformance/declared.ts'
import type { VolumeSource } from '../../interface/volumes.ts'
import { GatedFiles } from '../testing/gated-files.ts'
import { noPowerCuts, PowerCutFolder } from '../testing/power-cut.ts'
import { isShort } from '../testing/short-form.ts'
import { SHORTEN_ABOVE } from './layers.ts'
import { StorageDaemon } from './storage-daemon.fixtures.ts'
import { VolumeSite } from './volume-site.fixtures.ts'

const BLOCK = 8192
/** As many snapshots as a chain has room for: the next one makes it shorter. */
const NUMBERS = Array.from({ length: SHORTEN_ABOVE }, (_, at) => at + 1)
const LAST = SHORTEN_ABOVE + 1
/** Each test takes a few of the steps. All of them together take minutes. */
const EVERY = isShort ? 8 : 4
const FIRST = isShort ? [1] : [0, 1, 2, 3]
/** A test makes a volume with its snapshots for each of up to ten steps. */
const LIMIT = { timeout: 600_000 }

type Victim = 'QEMU' | 'the server' | 'the power, which leaves nothing' | 'the power, which leaves some'

/** A volume that QEMU has open, with a snapshot after each block that the guest wrote and flushed. */
class Scene {
  readonly volumeId = newId()
  /** By id, with the last block that they have. */
  readonly snapshots = new Map<string, number>()
  /** Also those whose maker was killed. */
  readonly #attempted: string[] = []
  readonly power: PowerCutFolder | undefined
  readonly #step: () => Promise<void>
  #stepsLeft = Infinity
  #kill: () => Promise<void> = async () => {}
  site!: VolumeSite
  daemon!: StorageDaemon
  isKilled = false

  private constructor(power: PowerCutFolder | undefined) {
    this.power = power
    this.#step = async () => {
      if (this.#stepsLeft-- !== 0) return
      this.isKilled = true
      await this.#kill()
    }
  }

  /** @param power where the volumes are */
  static async open(power?: PowerCutFolder): Promise<Scene> {
    const scene = new Scene(power)
    scene.site = await VolumeSite.open(
      (folder) => (scene.daemon = new StorageDaemon(folder, scene.#step, new GatedFiles(scene.#step))),
      scene.#step,
      power?.path,
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
    this.#attempted.push(id)
    await this.site.volumes.ensureSnapshot({ id, volumeId: this.volumeId })
    this.snapshots.set(id, number)
  }

  /** Kills one of both before the next step of this number, and looks whether there is one. */
  async killAt(step: number, victim: Victim, work: () => Promise<void>): Promise<boolean> {
    const { promise: dead, resolve: die } = Promise.withResolvers<void>()
    this.#kill = async () => {
      if (victim === 'QEMU') return this.daemon.end('SIGKILL')
      die()
      await new Promise(() => {})
    }
    this.#stepsLeft = step
    const done = work().catch((error: unknown) => {
      if (!this.isKilled) throw error
    })
    await Promise.race([done, dead])
    this.#stepsLeft = Infinity
    if (victim !== 'the server') await this.daemon.end('SIGKILL')
    await this.power?.cut(victim.endsWith('some') ? 'some' : 'nothing')
    await this.site.restart(victim === 'QEMU' ? 'closed' : 'killed')
    await this.site.volumes.restore(NOTHING)
    return this.isKilled
  }

  /** A volume of bytes from outside, or one with the content of a snapshot. */
  async copy(source: VolumeSource): Promise<string> {
    const spec = volumeSpec(newId(), source)
    this.#attempted.push(spec.id)
    await this.site.volumes.ensureVolume(spec)
    return spec.id
  }

  async delete(id: string): Promise<void> {
    this.snapshots.delete(id)
    await this.site.volumes.deleteSnapshot(id)
    await this.site.volumes.deleteVolume(id)
  }

  async deleteAll(): Promise<void> {
    for (const id of [...this.#attempted, ...this.snapshots.keys()]) await this.delete(id)
  }

  async layers(): Promise<number> {
    return (await readdir(join(this.site.folder, 'layers'))).length
  }

  /** The volume's blocks, and those of each snapshot that should have all up to a number. */
  async contents(): Promise<{ last: number; blocks: (number | undefined)[] }[]> {
    const things: [string, number][] = [[this.volumeId, LAST], ...this.snapshots]
    return Promise.all(things.map(async ([id, last]) => ({ last, blocks: await this.#blocksOf(id) })))
  }

  async #blocksOf(id: string): Promise<(number | undefined)[]> {
    const found = []
    for (let number = 1; number <= LAST + 1; number++)
      found.push((await this.site.volumes.read(id, number * BLOCK, BLOCK))[BLOCK - 1])
    return found
  }
}

const WORK: Record<string, (scene: Scene) => Promise<void>> = {
  'the shortening of the chain of a running machine': shortenOne,
  'the shortening of the chain of a stopped one': async (scene) => {
    await scene.daemon.end('SIGKILL')
    await shortenOne(scene)
  },
  'a merge of layers of a running machine': mergeOne,
  'a merge of layers of a stopped one': async (scene) => {
    await scene.daemon.end('SIGKILL')
    await mergeOne(scene)
  },
  'an import': importOne,
  'a copy': copyOne,
}

async function shortenOne(scene: Scene): Promise<void> {
  await scene.snapshot(LAST)
  // Without QEMU the server goes on.
  while ((await scene.site.chainOf(scene.volumeId)).length > SHORTEN_ABOVE) await setTimeout(10)
}

async function mergeOne(scene: Scene): Promise<void> {
  const before = await scene.layers()
  await scene.delete([...scene.snapshots.keys()][2]!)
  while (!scene.isKilled && (await scene.layers()) === before) await setTimeout(10)
}

async function importOne(scene: Scene): Promise<void> {
  const id = await scene.copy({ kind: 'import' })
  const bytes = Buffer.concat(Array.from({ length: LAST + 1 }, (_, number) => Buffer.alloc(BLOCK, number)))
  await scene.site.volumes.write(id, 1, BLOCK, bytes.subarray(BLOCK))
  scene.snapshots.set(id, LAST)
  await scene.site.volumes.finalizeImport(id)
}

async function copyOne(scene: Scene): Promise<void> {
  const [[id, last]] = [...scene.snapshots] as [[string, number]]
  scene.snapshots.set(await scene.copy({ kind: 'snapshot', id }), last)
}

const POWER = ['the power, which leaves nothing', 'the power, which leaves some'] as const
const CASES = Object.keys(WORK).flatMap((name) =>
  (['QEMU', 'the server', ...POWER] as const).flatMap((victim) => FIRST.map((first) => ({ victim, name, first }))),
)
const isPower = (victim: Victim): boolean => POWER.some((one) => one === victim)
const without = noPowerCuts()
const notRun = without ? ` (power cuts NOT RUN: ${without})` : ''

describe.each(CASES)('$victim is cut or killed at step $first of $name, and at later ones', LIMIT, (one) => {
  // oxlint-disable-next-line vitest/expect-expect -- `isWhole` has the assertions.
  test.skipIf(isPower(one.victim) && without)(`and nothing that was flushed is lost${notRun}`, async () => {
    for (let step = one.first, killed = true; killed; step += EVERY) {
      const power = isPower(one.victim) ? await PowerCutFolder.mount() : undefined
      const scene = await Scene.open(power)
      try {
        killed = await scene.killAt(step, one.victim, () => WORK[one.name]!(scene))
        await isWhole(scene, `killed at step ${step}`)
        // What was left half done is done by the next process, and takes nothing with it.
        if (!scene.daemon.isOpen(scene.volumeId)) await scene.begin()
        await scene.daemon.guest(...NUMBERS.map((number) => `read -P ${number} ${number * BLOCK} ${BLOCK}`))
        await scene.snapshot(LAST)
        await scene.daemon.end('SIGKILL')
        await isWhole(scene, `continued after step ${step}`)
        await scene.deleteAll()
        await expect.poll(() => scene.layers(), { message: `step ${step}` }).toBe(1)
        await isWhole(scene, `without snapshots after step ${step}`)
      } finally {
        await scene.daemon.end('SIGKILL')
        await scene.site.dispose()
        await power?.unmount()
      }
    }
  })

  /** Every block that was flushed is in the volume, and each snapshot has those that were written before it. */
  async function isWhole(scene: Scene, at: string): Promise<void> {
    for (const { last, blocks } of await scene.contents())
      expect(blocks, at).toEqual(Array.from({ length: LAST + 1 }, (_, index) => (index < last ? index + 1 : 0)))
  }
})
