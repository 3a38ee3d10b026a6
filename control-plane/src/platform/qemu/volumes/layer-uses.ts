import type { OpenVolumes } from './open-volumes.ts'
import { KINDS, type Stored } from './stored.ts'

/** What rests on a layer. */
export interface LayerUse {
  /** The volumes by which machines have it open. */
  openBy: string[]
  /** The volume that it belongs to, with its snapshots; null when anything else rests on it, such as an image. */
  owner: string | null
  /** Whether a record names it. */
  isNamed: boolean
}

/** What rests on each layer that a record leads to, found in one pass. */
export function layerUses({ records, layers }: Stored, open: OpenVolumes): ReadonlyMap<string, LayerUse> {
  const uses = new Map<string, LayerUse>()
  for (const kind of KINDS)
    for (const [id, { layer, volumeId = null }] of records[kind].entries()) {
      const owner = kind === 'volume' ? id : volumeId
      const isOpen = kind === 'volume' && open.isOpen(id)
      for (const name of layers.namesIn(layer)) {
        const use = uses.get(name) ?? { openBy: [], owner, isNamed: false }
        if (use.owner !== owner) use.owner = null
        if (isOpen) use.openBy.push(id)
        if (name === layer) use.isNamed = true
        uses.set(name, use)
      }
    }
  return uses
}

/**
 * The volume whose machine may write a layer that is no newest one: nothing rests on it but that volume and its
 * snapshots. A QEMU that was taken over could change what others read, now and until its run ends.
 */
export const writerOf = ({ openBy, owner }: LayerUse): string | undefined =>
  openBy.length === 1 && openBy[0] === owner ? owner : undefined

/** Whether a machine that is not its volume's may still read or change one of these layers: then nothing writes there. */
export const isHeldElsewhere = (layers: readonly string[], use: LayerUse | undefined, open: OpenVolumes): boolean =>
  layers.some((layer) => open.isHeld(layer, use?.owner ?? null))

/** Whether something can be moved from a layer to a copy: a record, or an overlay that no machine has open. */
export const isMovable = (layer: string, uses: ReadonlyMap<string, LayerUse>, { layers }: Stored): boolean =>
  uses.get(layer)?.isNamed === true || layers.above(layer).some((above) => uses.get(above)?.openBy.length === 0)
