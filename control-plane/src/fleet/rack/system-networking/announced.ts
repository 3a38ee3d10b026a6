import ipaddr from 'ipaddr.js'
import type { Yielder } from '../../../kernel/limits/yielder.ts'

/** Cost of reading a network, in steps of `Yielder`. */
const STEPS_PER_NETWORK = 10

/** The networks of an announce set. */
export class Announced {
  readonly networks: readonly string[]
  #bits: readonly string[] | undefined

  constructor(networks: readonly string[]) {
    this.networks = networks
  }

  /**
   * The networks inside one of `outer`. Looks up a prefix of each width, since comparing all pairs would take too long.
   */
  async within(outer: readonly string[], yielder: Yielder): Promise<string[]> {
    const own = (this.#bits ??= await allBitsOf(this.networks, yielder))
    const prefixes = new Set(await allBitsOf(outer, yielder))
    const widths = [...new Set([...prefixes].map(({ length }) => length))]
    const within: string[] = []
    await yielder.each(own.length, 1 + widths.length, (i) => {
      const bits = own[i]!
      if (widths.some((width) => width <= bits.length && prefixes.has(bits.slice(0, width))))
        within.push(this.networks[i]!)
    })
    return within
  }
}

async function allBitsOf(nets: readonly string[], yielder: Yielder): Promise<string[]> {
  const all: string[] = []
  await yielder.each(nets.length, STEPS_PER_NETWORK, (i) => all.push(bitsOf(nets[i]!)))
  return all
}

/** The bits of a network's prefix: it is inside each network with whose bits its own begin. */
function bitsOf(net: string): string {
  const [address, width] = ipaddr.parseCIDR(net)
  const bits = address.toByteArray().map((byte) => byte.toString(2).padStart(8, '0'))
  return `${address.kind()}${bits.join('').slice(0, width)}`
}
