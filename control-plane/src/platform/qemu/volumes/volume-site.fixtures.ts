import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { systemClock } from '../../../clock/clock.ts'
import { DurableFiles } from '../../../file-system/durable-files.ts'
import { newId, volumeSpec } from '../../conformance/declared.ts'
import type { Controls, Site } from '../../conformance/platform-under-test.ts'
import type { DesiredState, EventListener, Platform, PlatformEvent } from '../../interface/platform.ts'
import type { VolumeSource } from '../../interface/volumes.ts'
import { Work } from '../base/work.ts'
import { type Gate, MortalFiles } from '../testing/gated-files.ts'
import type { OpenVolumes } from './open-volumes.ts'
import { readOverlay } from './overlay.ts'
import { QemuVolumes } from './qemu-volumes.ts'

const run = promisify(execFile)
const NOBODY = { uid: 65_534, gid: 65_534 }

/** Conversions run as their own user where that can be chosen. */
export const conversion = { user: process.getuid?.() === 0 ? NOBODY : undefined }

/** A folder with one process of the driver over it; of the platform there is nothing but its volumes. */
export class VolumeSite implements Site {
  readonly folder: string
  keepFreeBytes = 0
  /** Failures in the background. */
  readonly problems: string[] = []
  volumes!: QemuVolumes
  platform!: Platform
  readonly #listeners = new Set<EventListener>()
  readonly #unstored: PlatformEvent[] = []
  #work!: Work
  #files!: MortalFiles

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
    await new DurableFiles().sync(where)
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

  /** A new volume. Returns its id. */
  async disk(source: VolumeSource = { kind: 'blank' }): Promise<string> {
    const spec = volumeSpec(newId(), source)
    await this.volumes.ensureVolume(spec)
    return spec.id
  }

  /** A new snapshot of a volume. Returns its id. */
  async snapshot(volumeId: string): Promise<string> {
    const id = newId()
    await this.volumes.ensureSnapshot({ id, volumeId })
    return id
  }

  io = (id: string, ...commands: string[]): Promise<void> => qemuIo(this.volumes, id, ...commands)

  /** Resolves after a merge of another disk, which begins when those that were found before are over. */
  async mergesAnother(): Promise<void> {
    const id = await this.disk()
    const taken = await this.snapshot(id)
    await this.io(id, 'write -P 1 0 8192')
    await this.volumes.deleteSnapshot(taken)
    // A layer may be merged between its name and its reading.
    const isMerged = () =>
      this.chainOf(id).then(
        (chain) => chain.length === 1,
        () => false,
      )
    while (!(await isMerged())) await setTimeout(10)
  }

  chainOf = (id: string): Promise<string[]> => chainOf(this.volumes, id)

  #kill(): void {
    this.#work.kill()
    this.#files.kill()
  }

  #begin(): void {
    const work = (this.#work = new Work(systemClock))
    this.#files = new MortalFiles(this.#gate)
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
      files: this.#files,
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

/** The layers of a volume from its files, newest first: whoever asks the driver ends what it does with them. */
export async function chainOf(volumes: QemuVolumes, id: string): Promise<string[]> {
  const newest = await volumes.newestFile(id)
  const names = [basename(newest)]
  for (let next = names[0]!; next.endsWith('.qcow2'); names.push(next)) {
    await using layer = await open(join(dirname(newest), next), 'r')
    next = (await readOverlay(layer)).backing
  }
  return names
}

/** Does with a volume that no machine has open what QEMU does for a guest. */
export async function qemuIo(volumes: QemuVolumes, id: string, ...commands: string[]): Promise<void> {
  const path = await volumes.newestFile(id)
  const format = path.endsWith('.raw') ? 'raw' : 'qcow2'
  await run('qemu-io', ['-f', format, ...commands.flatMap((command) => ['-c', command]), path])
}

function noMachines(): never {
  throw new Error('There are no machines here')
}
