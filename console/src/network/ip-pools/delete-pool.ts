import type { IpPool } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/ask-to-delete.tsx'

export const askToDeletePool = ({ id, name }: IpPool, onDeleted?: () => void): void =>
  askToDelete({
    kind: 'IP pool',
    name,
    consequence: 'is permanently deleted, along with its links to silos and to their internet gateways.',
    method: 'ipPoolDelete',
    request: { path: { pool: id } },
    onDeleted,
  })

/** A pool that is known to have addresses has ranges. */
export const poolDeleteRefusal = (hasRanges: boolean | undefined): string | undefined =>
  hasRanges ? 'Remove its ranges first' : undefined
