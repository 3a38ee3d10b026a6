import type { Networks, VpcDocument } from '../interface/networks.ts'
import { NO_SAGA } from '../interface/orders.ts'
import type { World } from './world.ts'

/** Only stores the documents; there is no traffic. */
export class SimulatedNetworks implements Networks {
  readonly #world: World
  readonly #documents = new Map<string, VpcDocument>()

  constructor(world: World) {
    this.#world = world
  }

  ensureVpc(document: VpcDocument, signal?: AbortSignal, order = NO_SAGA): Promise<void> {
    return this.#world.enqueue(document.id, `ensure ${document.generation} ${order}`, signal, async () => {
      await this.#world.orders.require(document.id, order)
      this.adopt(document)
    })
  }

  deleteVpc(id: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#world.change(id, order, 'delete', signal, async () => void this.#documents.delete(id))
  }

  list(signal?: AbortSignal): Promise<string[]> {
    return this.#world.answer(signal, async () => [...this.#documents.keys()])
  }

  lose(id: string): void {
    if (this.#documents.delete(id)) this.#world.emit({ kind: 'vpc-lost', vpcId: id, reason: 'Lost by request' })
  }

  adopt(document: VpcDocument): void {
    const present = this.#documents.get(document.id)
    if (!present || present.generation < document.generation) this.#documents.set(document.id, document)
  }

  /** The applied document, for tests. */
  documentOf(id: string): VpcDocument | undefined {
    return this.#documents.get(id)
  }
}
