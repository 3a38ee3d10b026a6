import type { VpcDocument } from '../../interface/networks.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import type { MachineProcesses } from '../machines/process/machine-process.ts'
import type { HostNetworks } from '../networks/host-networks.ts'
import type { ConversionOrder } from '../volumes/convert.ts'
import { HostHelper } from './host-helper.ts'
import { type Host, type HostSettings } from './host.ts'
import type { Method, Parameters, Result } from './messages.ts'

/**
 * The host through a helper process. If the helper has ended, the next call starts another one, which first receives
 * the declared networks.
 */
export class HelpedHost implements Host {
  readonly #settings: HostSettings
  readonly #onLost: (() => void) | undefined
  /** The documents that are in effect, by VPC. */
  readonly #declared = new Map<string, VpcDocument>()
  #current: { helper: HostHelper; ready: Promise<void> } | undefined
  #closed = false

  /** @param onLost called when the helper has ended, for a process without the right to start another */
  constructor(settings: HostSettings, onLost?: () => void) {
    this.#settings = settings
    this.#onLost = onLost
  }

  /** Resolves once the helper answers. */
  async begin(): Promise<void> {
    await this.#call('findMachine', { id: crypto.randomUUID(), runId: crypto.randomUUID(), user: null })
  }

  readonly processes: MachineProcesses = {
    start: (order) => this.#call('startMachine', order),
    find: async (id, runId, user) => (await this.#call('findMachine', { id, runId, user })) ?? undefined,
    owns: (id, { cgroup: _, ...process }) => this.#call('ownsMachine', { id, ...process }),
    giveLayer: async (given) => void (await this.#call('giveLayer', given)),
    clear: async (id) => void (await this.#call('clearMachine', { id })),
    kill: async (id, { cgroup: _, ...process }) => void (await this.#call('killMachine', { id, ...process })),
  }

  get networks(): HostNetworks | undefined {
    return this.#settings.networks ? this.#networks : undefined
  }

  get convert(): Host['convert'] {
    return this.#settings.conversion ? (order, signal) => this.#convert(order, signal) : undefined
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#current?.helper.close()
  }

  readonly #networks: HostNetworks = {
    restore: async (documents) => {
      const restored = await this.#call('restoreNetworks', [...documents] as Parameters<'restoreNetworks'>)
      this.#declared.clear()
      for (const document of documents) this.#declared.set(document.id, document)
      return restored
    },
    ensure: async (document) => {
      await this.#call('ensureNetwork', document as Parameters<'ensureNetwork'>)
      const { generation } = this.#declared.get(document.id) ?? { generation: -1 }
      if (document.generation > generation) this.#declared.set(document.id, document)
    },
    remove: async (vpcId) => {
      await this.#call('removeNetwork', { vpcId })
      this.#declared.delete(vpcId)
    },
    list: () => this.#call('listNetworks', null),
  }

  async #convert(order: ConversionOrder, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const end = () => void this.#call('endConversion', { target: order.target }).catch(() => {})
    signal.addEventListener('abort', end)
    try {
      await this.#call('convertImage', order)
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      signal.removeEventListener('abort', end)
    }
  }

  async #call<Name extends Method>(method: Name, parameters: Parameters<Name>): Promise<Result<Name>> {
    const { helper, ready } = this.#running()
    await ready
    return helper.call(method, parameters)
  }

  #running(): { helper: HostHelper; ready: Promise<void> } {
    if (this.#closed) throw new PlatformError('transient', 'The platform is closing')
    if (this.#current && !this.#current.helper.ended) return this.#current
    const onLost = this.#onLost
    if (this.#current && onLost) throw new PlatformError('transient', 'The helper of the host has ended')
    const helper = new HostHelper(this.#settings)
    this.#current = { helper, ready: this.#declareAgain(helper) }
    if (onLost) void helper.exited.then(() => this.#closed || onLost())
    return this.#current
  }

  /** A network that cannot be restored is missing in `list`, and therefore reported as lost. */
  async #declareAgain(helper: HostHelper): Promise<void> {
    const documents = [...this.#declared.values()] as Parameters<'restoreNetworks'>
    if (documents.length > 0) await helper.call('restoreNetworks', documents).catch(() => {})
  }
}
