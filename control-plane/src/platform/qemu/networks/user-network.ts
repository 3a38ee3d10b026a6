import type { VpcDocument } from '../../interface/networks.ts'
import { NO_SAGA } from '../../interface/orders.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import type { Work } from '../base/work.ts'
import type { OrderedNic } from '../machines/order/machine-order.ts'
import { addressText, familyOf, parseNetwork } from './addresses.ts'
import type { NicBackend, MachineConnector, MachineNetworks } from './machine-networks.ts'
import { planNetwork } from './plan.ts'

/**
 * Networks for a user without rights over the host's network: each machine is alone, gets its address by DHCP, and
 * reaches neither the host nor other machines. Documents are only validated and counted; a restart passes them again.
 */
export class UserNetworks implements MachineNetworks {
  readonly #work: Work
  /** Generation by VPC. */
  readonly #inForce = new Map<string, number>()

  constructor(work: Work) {
    this.#work = work
  }

  ensureVpc(document: VpcDocument, signal?: AbortSignal, order = NO_SAGA): Promise<void> {
    const name = `ensure ${document.generation} ${order}`
    return this.#work.enqueue(document.id, name, signal, async () => {
      await this.#work.orders.require(document.id, order)
      this.#adopt(document)
    })
  }

  deleteVpc(id: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#work.change(id, order, 'delete', signal, async () => void this.#inForce.delete(id))
  }

  list(signal?: AbortSignal): Promise<string[]> {
    return this.#work.answer(signal, async () => [...this.#inForce.keys()])
  }

  generationOf(vpcId: string): number | undefined {
    return this.#inForce.get(vpcId)
  }

  restore(documents: readonly VpcDocument[], signal?: AbortSignal): Promise<void> {
    return this.#work.answer(signal, async () => documents.forEach((document) => this.#adopt(document)))
  }

  close(): void {}

  /** Accepts a document, unless it is older than the present one. */
  #adopt(document: VpcDocument): void {
    const { id, generation } = document
    if ((this.generationOf(id) ?? -1) >= generation) return
    try {
      planNetwork(document)
    } catch (error) {
      throw new PlatformError('permanent', (error as Error).message, error)
    }
    this.#inForce.set(id, generation)
  }
}

/** Connects each interface to a network of its own, without access to the outside. */
export const connectAlone: MachineConnector = {
  connect: async ({ nics }) => ({ backends: aloneBackends(nics) }),
  disconnect: async () => {},
}

export function aloneBackends(nics: readonly OrderedNic[]): Map<string, NicBackend> {
  const backendOf = (nic: OrderedNic, index: number): NicBackend =>
    familyOf(nic.ip) === 4 ? userNetwork(nic) : noNetwork(index)
  return new Map(nics.map((nic, index) => [nic.id, backendOf(nic, index)]))
}

/**
 * QEMU's own DHCP server, whose leases begin at the chosen address. `restrict` stays on: without it, guests reach every
 * service of this host, even those that only listen on its loopback.
 */
function userNetwork({ ip, prefixLength }: OrderedNic): NicBackend {
  const { first, text } = parseNetwork(`${ip}/${prefixLength}`)
  // The first addresses of a subnet are never an interface's. Guests do not learn these two.
  const [host, dns] = [addressText(first + 1n, 4), addressText(first + 2n, 4)]
  return { type: 'user', ipv6: false, restrict: true, net: text, host, dns, dhcpstart: ip }
}

/** A hub without other ports, for IPv6 interfaces: QEMU's DHCP server has no IPv6 leases. */
const noNetwork = (index: number): NicBackend => ({ type: 'hubport', hubid: index })
