import type { AddressLot, AddressLotKind } from '~/api/types.gen.ts'
import { formatNumber, plural } from '~/lib/format/numbers.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'

export const kindLabel: Record<AddressLotKind, string> = { pool: 'Pool', infra: 'Infrastructure' }

/** `3 of 64`: addresses that switch ports and loopback addresses have. */
export function assignedText({ assignedCount, addressCount }: AddressLot): string | null {
  if (assignedCount === undefined) return null
  return addressCount == null
    ? formatNumber(assignedCount)
    : `${formatNumber(assignedCount)} of ${formatNumber(addressCount)}`
}

export function deleteRefusal({ assignedCount = 0, announcedCount = 0 }: AddressLot): string | undefined {
  if (assignedCount > 0)
    return `${plural(assignedCount, 'address', 'addresses')} of the lot ${assignedCount === 1 ? 'is' : 'are'} assigned`
  return announcedCount > 0
    ? `${plural(announcedCount, 'network')} of the lot ${announcedCount === 1 ? 'is' : 'are'} announced`
    : undefined
}

export const about =
  'An address lot has addresses of the networks around the rack, for switch ports, loopback addresses and BGP announcements.'

/** @param onDeleted leaves the page of a lot that is gone */
export const askToDeleteLot = ({ id, name }: AddressLot, onDeleted?: () => void): void =>
  askToDelete({
    kind: 'address lot',
    name,
    consequence: 'and its blocks are deleted.',
    method: 'networkingAddressLotDelete',
    request: { path: { addressLot: id } },
    onDeleted,
  })
