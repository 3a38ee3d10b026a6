import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { systemClock } from '../../../clock/clock.ts'
import { largestTurn } from '../../../clock/largest-turn.ts'
import { volumeSpec } from '../../conformance/declared.ts'
import type { Controls, PlatformUnderTest, Site } from '../../conformance/platform-under-test.ts'
import type { VolumeSpec } from '../../interface/volumes.ts'
import { RETAINED_BYTES } from '../base/growing-log.ts'
import { isAlive, type ProcessId } from '../base/process-id.ts'
import { HelpedHost } from '../host/helped-host.ts'
import { hostIdentity } from '../host/host-identity.ts'
import { type Host, type HostSettings, ownHost } from '../host/host.ts'
import type { MachineSocket, SocketName } from '../machines/files/machine-socket.ts'
import { ARCHITECTURES } from '../machines/order/architecture.ts'
import { MachineFolder } from '../machines/record/machine-folder.ts'
import { claimUsers, releaseUsers } from '../machines/users/claimed-users.ts'
import { converterOf } from '../machines/users/machine-user.ts'
import { HostBackedNetworks } from '../networks/host-backed-networks.ts'
import type { NamespaceNetworksOptions } from '../networks/namespace-networks.ts'
import { UserNetworks } from '../networks/user-network.ts'
import { cachedTinyLinux } from '../tiny-linux/cached-tiny-linux.ts'
import { QemuPlatform } from '../whole/qemu-platform.ts'
import { MortalFiles } from './gated-files.ts'
import { Keeper } from './keeper.ts'

/** Guests of tests have nothing to lose, and one that has not booted yet misses the power button. */
const STOP_MS = 300
const run = promisify(execFile)
const isRoot = process.getuid?.() === 0

/** A folder with one process of the platform over it. Machines are emulated: that works on every host. */
export class QemuSite implements Site {
  readonly folder: string
  readonly #image: Buffer
  readonly #hostNetworks: NamespaceNetworksOptions | null
  readonly #stopMs: number
  readonly #keeper: Keeper
  #host!: Host
  #keepFreeBytes = 0
  #files!: MortalFiles
  #networks!: UserNetworks
  platform!: QemuPlatform

  readonly guest = {
    loginPrompt: 'login: ',
    logIn: 'ann\r',
    prompt: ':~$ ',
    echo: (text: string) => `echo ${text}\r`,
    count: (last: number) => `seq ${last}\r`,
    // Behind its own system, in the background: 35 MiB in seven seconds.
    write: `for at in $(seq 28 62); do dd if=/dev/urandom of=$(findfs LABEL=TINY) bs=1M seek=$at count=1 conv=fsync; sleep 0.2; done &\r`,
    reboot: 'reboot\r',
    powerOff: 'poweroff\r',
  }

  readonly controls: Controls = {
    crashMachine: async (id) => {
      const { run } = await this.folderOf(id).readState()
      if (run?.process) process.kill(run.process.pid, 'SIGKILL')
    },
    breakStart: async (id) => lock(await this.platform.volumes.newestFile(await this.#volumeOf(id))),
    breakVolume: async (id) => rm(await this.platform.volumes.newestFile(id)),
    fillStorage: () => {
      this.#keepFreeBytes = Infinity
      return () => void (this.#keepFreeBytes = 0)
    },
    lose: {
      storage: async (id) => {
        for (const kind of ['volumes', 'snapshots', 'images'])
          await rm(join(this.folder, 'storage', kind, `${id}.json`), { force: true })
      },
    },
    vpcInForce: (id) => this.#networks.generationOf(id),
  }

  private constructor(folder: string, image: Buffer, hostNetworks: NamespaceNetworksOptions | null, stopMs: number) {
    this.#stopMs = stopMs
    this.folder = folder
    this.#image = image
    this.#hostNetworks = hostNetworks
    this.#keeper = new Keeper(folder)
  }

  /** @param hostNetworks null for networks that are declared and have no effect */
  static async open(
    image: string,
    hostNetworks: NamespaceNetworksOptions | null = null,
    stopMs = STOP_MS,
  ): Promise<QemuSite> {
    const folder = await mkdtemp(join(tmpdir(), 'skerry-qemu-'))
    const site = new QemuSite(folder, await readFile(image), hostNetworks, stopMs)
    await site.#begin()
    return site
  }

  /** Another site, with a copy of the folder as it is now. */
  async copy(): Promise<QemuSite> {
    const folder = await mkdtemp(join(tmpdir(), 'skerry-copy-'))
    await run('cp', ['-a', `${this.folder}/.`, folder])
    // A server's is not in its data folder.
    await rm(join(folder, 'helper.json'), { force: true })
    const site = new QemuSite(folder, this.#image, null, this.#stopMs)
    await site.#begin()
    return site
  }

  async restart(end: 'closed' | 'killed'): Promise<void> {
    if (end === 'closed') await this.platform.close()
    else {
      this.#files.kill()
      this.platform.kill()
      await this.killHelper()
      await this.#host.close()
    }
    await this.#begin()
  }

  async dispose(): Promise<void> {
    const { instances } = await this.platform.instances.list()
    const release = this.platform.instances.release.bind(this.platform.instances)
    await Promise.all(instances.map(({ instanceId, order }) => release(instanceId, undefined, order)))
    await this.platform.close()
    await this.#keeper.end()
    if (isRoot) releaseUsers((await hostIdentity(this.folder)).tag)
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Ends the helper of the host, if there is one, wherever it is. */
  async killHelper(): Promise<void> {
    const text = await readFile(join(this.folder, 'helper.json'), 'utf8').catch(() => '')
    const helper = text ? (JSON.parse(text) as ProcessId) : undefined
    if (helper && isAlive(helper)) process.kill(helper.pid, 'SIGKILL')
  }

  async createBootVolume(id: string): Promise<VolumeSpec> {
    const { volumes } = this.platform
    const spec = volumeSpec(id, { kind: 'import' })
    await volumes.ensureVolume(spec)
    await volumes.write(id, 1, 0, this.#image)
    await volumes.finalizeImport(id)
    return spec
  }

  folderOf(id: string): MachineFolder {
    return new MachineFolder(join(this.folder, 'machines', id))
  }

  /** A socket of a machine that runs. */
  async socketOf(id: string, name: SocketName): Promise<MachineSocket> {
    const folder = this.folderOf(id)
    const user = (await folder.readState()).run!.user ?? process.getuid!()
    return folder.qemu.socket(name, () => user)
  }

  /** The volume that is attached to a machine. */
  async #volumeOf(instanceId: string): Promise<string> {
    const folder = join(this.folder, 'storage', 'volumes')
    for (const name of await readdir(folder))
      if ((await readFile(join(folder, name), 'utf8')).includes(instanceId)) return name.replace('.json', '')
    throw new Error(`Nothing is attached to ${instanceId}`)
  }

  async #begin(): Promise<void> {
    this.#files = new MortalFiles()
    const identity = await hostIdentity(this.folder)
    const users = isRoot ? await claimUsers(identity.tag) : null
    const settings: HostSettings = {
      folder: this.folder,
      machines: join(this.folder, 'machines'),
      binary: ARCHITECTURES.x64.binary,
      architecture: 'x64',
      accelerator: 'tcg',
      group: null,
      owner: isRoot ? process.getuid!() : null,
      users,
      cgroups: null,
      conversion: users && {
        layers: join(this.folder, 'storage', 'layers'),
        user: converterOf(users),
        keepFreeBytes: 0,
      },
      networks: this.#hostNetworks,
      passt: false,
    }
    const host = (this.#host = isRoot ? new HelpedHost(settings) : ownHost(settings))
    this.platform = new QemuPlatform({
      clock: systemClock,
      folder: this.folder,
      identity,
      architecture: 'x64',
      accelerator: 'tcg',
      guestNetwork: false,
      forwardsPorts: false,
      host,
      networks: (work, emit) =>
        host.networks
          ? new HostBackedNetworks({ work, host: host.networks, emit })
          : (this.#networks = new UserNetworks(work)),
      stopMs: this.#stopMs,
      keepFreeBytes: () => this.#keepFreeBytes,
      users,
      report: () => {},
      conversion: { user: undefined, ...(host.convert && { elsewhere: host.convert }) },
      files: this.#files,
    })
  }
}

/** Opens a disk as another QEMU, until the returned function is called. */
async function lock(path: string): Promise<() => Promise<void>> {
  const holder = spawn('qemu-io', ['-f', path.endsWith('.raw') ? 'raw' : 'qcow2', path], { stdio: 'pipe' })
  await new Promise((resolve) => holder.stdout.once('data', resolve))
  return async () => {
    holder.kill('SIGKILL')
    await once(holder, 'exit')
  }
}

export const onQemu: PlatformUnderTest = {
  name: 'machines on QEMU',
  limitMs: 300_000,
  maxMachines: 4,
  machinesOutlive: true,
  hasDisplays: true,
  unreadBytes: RETAINED_BYTES + 2 ** 18,
  floodBytes: 2 ** 15,
  largestTurn,
  open: async () => QemuSite.open(await cachedTinyLinux(tmpdir())),
}
