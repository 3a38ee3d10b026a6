import type { VpcDocument } from '../../interface/networks.ts'
import { NO_SAGA } from '../../interface/orders.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import type { PlatformChange } from '../../interface/platform.ts'
import type { Work } from '../base/work.ts'
import type { HostNetworks } from './host-networks.ts'
import type { MachineNetworks } from './machine-networks.ts'
import { planNetwork } from './plan.ts'

const NETWORK_CHECK_MS = 5000

interface HostBackedNetworksParts {
  work: Work
  host: HostNetworks
  emit(change: PlatformChange): void
}

/** The platform's networks on those of a host: errors become the contract's, and losses become events. */
export class HostBackedNetworks implements MachineNetworks {
  readonly #parts: HostBackedNetworksParts
  readonly #endInspections: () => void
  readonly #declared = new Set<string>()

  constructor(parts: HostBackedNetworksParts) {
    this.#parts = parts
    this.#endInspections = parts.work.clock.every(NETWORK_CHECK_MS, () => this.#inspect())
  }

  ensureVpc(document: VpcDocument, signal?: AbortSignal, order = NO_SAGA): Promise<void> {
    return this.#answer(signal, async (host) => {
      const problem = documentProblem(document)
      if (problem !== undefined) throw new PlatformError('permanent', problem)
      await this.#parts.work.orders.require(document.id, order)
      await host.ensure(document)
      this.#declared.add(document.id)
    })
  }

  deleteVpc(id: string, signal?: AbortSignal, order = NO_SAGA): Promise<void> {
    return this.#answer(signal, async (host) => {
      await this.#parts.work.orders.take(id, order)
      this.#declared.delete(id)
      await host.remove(id)
    })
  }

  list(signal?: AbortSignal): Promise<readonly string[]> {
    return this.#answer(signal, async (host) => (await host.list()).map(({ vpcId }) => vpcId))
  }

  /** Called before anything else, with the VPCs that exist. */
  restore(documents: readonly VpcDocument[], signal?: AbortSignal): Promise<void> {
    return this.#answer(signal, async (host) => {
      const problems = documents.map(documentProblem)
      const valid = documents.filter((_, at) => problems[at] === undefined)
      const { failed, kept } = await host.restore(valid)
      for (const { id } of valid) this.#declared.add(id)
      for (const { vpcId, reason } of failed) this.#reportLoss(vpcId, reason)
      for (const [at, { id }] of documents.entries()) if (problems[at] !== undefined) this.#reportLoss(id, problems[at])
      for (const { vpcId, reason } of kept)
        process.stderr.write(`skerry: VPC ${vpcId} is not in the database, and is left alone: ${reason}\n`)
    })
  }

  close(): void {
    this.#endInspections()
  }

  async #inspect(): Promise<void> {
    if (this.#parts.work.ended || this.#declared.size === 0) return
    const before = [...this.#declared]
    const inForce = new Set(await this.list().catch(() => before))
    for (const vpcId of before) {
      if (inForce.has(vpcId) || !this.#declared.has(vpcId)) continue
      this.#reportLoss(vpcId, 'Its network namespace or its DHCP server has disappeared')
    }
  }

  #reportLoss(vpcId: string, reason: string): void {
    this.#declared.delete(vpcId)
    this.#parts.emit({ kind: 'vpc-lost', vpcId, reason })
  }

  #answer<T>(signal: AbortSignal | undefined, work: (host: HostNetworks) => Promise<T>): Promise<T> {
    return this.#parts.work.answer(signal, async () => {
      try {
        return await work(this.#parts.host)
      } catch (error) {
        if (error instanceof PlatformError) throw error
        throw new PlatformError('transient', `The host's network failed: ${(error as Error).message}`, error)
      }
    })
  }
}

function documentProblem(document: VpcDocument): string | undefined {
  try {
    planNetwork(document)
    return undefined
  } catch (error) {
    return `The network is invalid: ${(error as Error).message}`
  }
}
