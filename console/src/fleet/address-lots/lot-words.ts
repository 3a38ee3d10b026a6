import type { AddressLot, AddressLotKind } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/ask-to-delete.tsx'

export const kindLabel: Record<AddressLotKind, string> = { pool: 'Pool', infra: 'Infrastructure' }

export const about =
  'An address lot holds addresses of the networks around the rack, which switch ports, loopback addresses and BGP announcements take theirs from.'

/** @param onDeleted leaves the page of a lot that is gone */
export const askToDeleteLot = ({ id, name }: AddressLot, onDeleted?: () => void): void =>
  askToDelete({
    kind: 'address lot',
    name,
    consequence: 'is deleted with its blocks; nothing can take an address from it any more.',
    method: 'networkingAddressLotDelete',
    request: { path: { addressLot: id } },
    onDeleted,
  })
