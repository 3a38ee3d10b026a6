import type { IpPool } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { outcome } from '~/shell/actions/outcome.tsx'

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

interface Named {
  id: string
  name: string
}

/** A pool linked to a silo. */
interface Link {
  pool: Named
  silo: Named
}

interface DefaultLink extends Link {
  /** Whether it is the silo's default pool now. */
  isDefault: boolean
  /** Name of the pool that it replaces as default, where known. */
  replaced?: string | undefined
}

export function askToSetDefault({ pool, silo, isDefault, replaced }: DefaultLink): void {
  const request = { path: { pool: pool.id, silo: silo.id }, body: { isDefault: !isDefault } }
  askToDo({
    title: isDefault ? 'Clear default' : 'Make default',
    body: isDefault ? (
      <>
        <b>{silo.name}</b> will have no default pool: requests for an address there must name a pool, and no instance
        can be created.
      </>
    ) : (
      <>
        <b>{pool.name}</b> becomes the default pool of <b>{silo.name}</b>, replacing{' '}
        {replaced ? <b>{replaced}</b> : 'any other'}.
      </>
    ),
    method: 'ipPoolSiloUpdate',
    request,
    done: () =>
      outcome('IP pool', pool.name, isDefault ? 'is no longer the default of' : 'is now the default of', silo.name),
  })
}

/** Asks, and takes a pool from a silo. @param title `Unlink silo`, where the pool's page is open. */
export function askToUnlink(title: string, { pool, silo }: Link): void {
  const request = { path: { pool: pool.id, silo: silo.id } }
  askToDo({
    title,
    danger: true,
    body: (
      <>
        <b>{silo.name}</b> can no longer take addresses from <b>{pool.name}</b>, and its internet gateways lose the
        pool.
      </>
    ),
    method: 'ipPoolSiloUnlink',
    request,
    done: () => outcome('Silo', silo.name, 'unlinked from', pool.name),
  })
}
