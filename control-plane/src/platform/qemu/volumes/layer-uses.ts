import type { OpenVolumes } from './open-volumes.ts'
import { KINDS, type Stored } from './stored.ts'

/** The users of a layer. */
export interface LayerUse {
  /** The volumes through which machines have it open. */
  openBy: string[]
  /** The only volume that uses it, by itself or its snapshots; null if anything else uses it too, such as an image. */
  owner: string | null
  /** Whether a record refers to it directly. */
  isNamed: boolean
}

/** The users of each layer that records reach, found in one pass. */
export function layerUses({ records, layers }: Stored, open: OpenVolumes): ReadonlyMap<string, LayerUse> {
  const uses = new Map<string, LayerUse>()
  for (const kind of KINDS)
    for (const [id, { layer, volumeId }] of records[kind].entries()) {
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
 * The volume whose machine may write to a layer below its newest: only that volume and its snapshots use the layer. A
 * compromised QEMU could change what others read, now and until its run ends.
 */
export const writerOf = ({ openBy, owner }: LayerUse): string | undefined =>
  openBy.length === 1 && openBy[0] === owner ? owner : undefined

/** Whether a machine of another volume may still read or change one of these layers: then nothing may write to it. */
export const isHeldElsewhere = (layers: readonly string[], use: LayerUse | undefined, open: OpenVolumes): boolean =>
  layers.some((layer) => open.isHeld(layer, use?.owner ?? null))

/** The overlays on a layer that can be based on a copy of it now: they can be read, and no machine has them open. */
export const movableAbove = (layer: string, uses: ReadonlyMap<string, LayerUse>, { layers }: Stored): string[] =>
  layers.above(layer).filter((above) => layers.isUsable(above) && uses.get(above)?.openBy.length === 0)

/** Whether a user of a layer can be moved to a copy: a record, or an overlay. */
export const isMovable = (layer: string, uses: ReadonlyMap<string, LayerUse>, stored: Stored): boolean =>
  uses.get(layer)?.isNamed === true || movableAbove(layer, uses, stored).length > 0
