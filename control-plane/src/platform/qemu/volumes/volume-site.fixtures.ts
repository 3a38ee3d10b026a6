import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { systemClock } from '../../../clock/clock.ts'
import type { Controls, Site } from '../../conformance/platform-under-test.ts'
import type { DesiredState, EventListener, Platform, PlatformEvent } from '../../platform.ts'
import { type Gate, MortalDisk } from '../testing/gated-disk.ts'
import { Work } from '../work.ts'
import { Disk } from './disk.ts'
import type { OpenVolumes } from './open-volumes.ts'
import { readOverlay } from './overlay.ts'
import { QemuVolumes } from './qemu-volumes.ts'

const NOBODY = { uid: 65_534, gid: 65_534 }

/** Conversions run as their own user where that can be chosen. */
export const conversion = { user: process.getuid?.() === 0 ? NOBODY : undefined }

/** A folder with one process of the driver over it; of the platform there is nothing but its volumes. */
export class VolumeSite implements Site {
  readonly folder: string
  keepFreeBytes = 0
  /** What failed in the background. */
  readonly problems: string[] = []
  volumes!: QemuVolumes
  platform!: Platform
  readonly #listeners = new Set<EventListener>()
  readonly #unstored: PlatformEvent[] = []
  #work!: Work
  #disk!: MortalDisk

  readonly guest = {
    loginPrompt: '',
    logIn: '',
    prompt: '',
    echo: String,
    count: String,
    write: '',
    reboot: '',
    powerOff: '',
  }

  readonly controls: Controls = {
    crashMachine: noMachines,
    breakStart: noMachines,
    breakVolume: (id) => this.#removeLayer(id),
    fillStorage: () => {
      this.keepFreeBytes = Infinity
      return () => void (this.keepFreeBytes = 0)
    },
    lose: {
      storage: async (id) => {
        for (const kind of ['volumes', 'snapshots', 'images'])
          await rm(join(this.folder, kind, `${id}.json`), { force: true })
      },
    },
    vpcInForce: () => undefined,
  }

  readonly #open: OpenVolumes | undefined
  readonly #gate: Gate | undefined

  private constructor(folder: string, open?: OpenVolumes, gate?: Gate) {
    this.folder = folder
    this.#open = open
    this.#gate = gate
    this.#begin()
  }

  /**
   * @param machines returns what has volumes open; it may use the folder too
   * @param gate comes before each change of a file
   * @param where a folder for its own
   */
  static async open(machines?: (folder: string) => OpenVolumes, gate?: Gate, where = tmpdir()): Promise<VolumeSite> {
    const folder = await mkdtemp(join(where, 'skerry-qemu-volumes-'))
    await new Disk().sync(where)
    return new VolumeSite(folder, machines?.(folder), gate)
  }

  async restart(end: 'closed' | 'killed'): Promise<void> {
    if (end === 'closed') await this.platform.close()
    else this.#kill()
    this.#listeners.clear()
    this.#unstored.length = 0
    this.#begin()
  }

  async dispose(): Promise<void> {
    await this.platform.close()
    await rm(this.folder, { recursive: true })
  }

  createBootVolume = noMachines

  /** The layers of a volume from its files, newest first: whoever asks the driver ends what it does with them. */
  async chainOf(id: string): Promise<string[]> {
    const names = [basename(await this.volumes.newestFile(id))]
    for (let next: string | null = names[0]!; next?.endsWith('.qcow2');) {
      await using layer = await open(join(this.folder, 'layers', next), 'r')
      next = (await readOverlay(layer)).backing
      if (next !== null) names.push(next)
    }
    return names
  }

  #kill(): void {
    this.#work.kill()
    this.#disk.kill()
  }

  #begin(): void {
    const work = (this.#work = new Work(systemClock))
    this.#disk = new MortalDisk(this.#gate)
    const volumes = new QemuVolumes({
      work,
      folder: this.folder,
      keepFreeBytes: () => this.keepFreeBytes,
      emit: (change) => {
        const event = { ...change, id: crypto.randomUUID() }
        this.#unstored.push(event)
        for (const listener of this.#listeners) void listener(event)
      },
      report: (problem) => this.problems.push(problem),
      conversion,
      disk: this.#disk,
      ...(this.#open && { open: this.#open }),
    })
    this.volumes = volumes
    const platform = {
      volumes,
      instances: { prepare: async () => {} },
      capabilities: {
        simulated: false,
        guestNetwork: false,
        switches: false,
        sledAddition: false,
        updates: false,
        imageConversion: true,
        bios: true,
        efi: true,
        graphicalConsole: false,
        guestAgent: false,
        bootsEmptyImages: false,
      },
      subscribe: (listener: EventListener) => {
        this.#listeners.add(listener)
        for (const event of this.#unstored.splice(0)) void listener(event)
        return () => this.#listeners.delete(listener)
      },
      restore: (desired: DesiredState, signal?: AbortSignal) => volumes.restore(desired, signal),
      close: async () => {
        await work.close()
        volumes.close()
      },
    }
    this.platform = platform as unknown as Platform
  }

  async #removeLayer(id: string): Promise<void> {
    await rm(await this.volumes.newestFile(id))
  }
}

function noMachines(): never {
  throw new Error('There are no machines here')
}
