import type { Networks, VpcDocument } from '../networks.ts'
import type { World } from './world.ts'

/** Keeps the documents; no packet moves. */
export class SimulatedNetworks implements Networks {
  readonly #world: World
  readonly #documents = new Map<string, VpcDocument>()

  constructor(world: World) {
    this.#world = world
  }

  ensureVpc(document: VpcDocument, signal?: AbortSignal): Promise<void> {
    return this.#world.inTurn(document.id, `ensure ${document.generation}`, signal, async () => this.adopt(document))
  }

  deleteVpc(id: string, signal?: AbortSignal): Promise<void> {
    return this.#world.inTurn(id, 'delete', signal, async () => void this.#documents.delete(id))
  }

  adopt(document: VpcDocument): void {
    const present = this.#documents.get(document.id)
    if (!present || present.generation < document.generation) this.#documents.set(document.id, document)
  }

  /** The document in force, for tests to look at. */
  documentOf(id: string): VpcDocument | undefined {
    return this.#documents.get(id)
  }

  /** The VPCs that it was told of. */
  ids(): string[] {
    return [...this.#documents.keys()]
  }
}
