import { basename } from 'node:path'
import type { Layer } from '../../volumes/chain-reader.ts'
import type { Medium } from '../../volumes/formats/boot-code.ts'

/** Maximum length of a node name in QEMU. */
const NAME_CHARACTERS = 31
const NODE_PREFIX = 'l'

/** QEMU's name of a layer: one node per file, however many disks are based on it. */
export const nodeName = ({ path }: Pick<Layer, 'path'>): string =>
  `${NODE_PREFIX}${basename(path).replaceAll('-', '')}`.slice(0, NAME_CHARACTERS)

/** Whether QEMU's node of that name is a layer. */
export const isLayerNode = (name: string): boolean =>
  new RegExp(`^${NODE_PREFIX}[0-9a-f]{${NAME_CHARACTERS - 1}}$`).test(name)

/** A layer in the folder where QEMU runs, over the node of the layer below: no name in a file is ever followed. */
export const layerNode = (layer: Layer, below: string | null, use: 'write' | 'read'): Record<string, unknown> => ({
  driver: layer.format,
  'node-name': nodeName(layer),
  ...(use === 'write' ? { discard: 'unmap', 'detect-zeroes': 'unmap' } : { 'read-only': true }),
  ...(layer.format === 'qcow2' && { backing: below }),
  file: { driver: 'file', filename: basename(layer.path), ...(use === 'write' && { discard: 'unmap' }) },
})

/** The nodes of the disks: each layer once, after the one below it. Layers of a CD are read-only. */
export function layerNodes(disks: readonly { chain: readonly Layer[]; medium: Medium }[]): Record<string, unknown>[] {
  const nodes = new Map<string, Record<string, unknown>>()
  for (const { chain, medium } of disks)
    for (const [at, layer] of [...chain.entries()].toReversed()) {
      const below = chain[at + 1]
      const name = nodeName(layer)
      const use = at || medium === 'cd' ? 'read' : 'write'
      if (!nodes.has(name)) nodes.set(name, layerNode(layer, below ? nodeName(below) : null, use))
    }
  return [...nodes.values()]
}
