import { apiCall, refreshAfter } from '~/api/queries.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { outcome } from '~/shell/outcome.tsx'
import { confirm } from '~/ui/confirm.ts'
import { toast } from '~/ui/toast.ts'

interface Named {
  id: string
  name: string
}

/** A pool that a silo takes addresses from. */
interface Link {
  pool: Named
  silo: Named
}

interface DefaultLink extends Link {
  /** Whether it is the silo's default pool now. */
  isDefault: boolean
  /** Name of the pool whose place it takes, where that is known. */
  replaced?: string | undefined
}

/** Asks, and makes a pool the default of a silo, or its default no longer. */
export function askToSetDefault({ pool, silo, isDefault, replaced }: DefaultLink): void {
  const request = { path: { pool: pool.id, silo: silo.id }, body: { isDefault: !isDefault } }
  void confirm({
    title: isDefault ? 'Clear default' : 'Make default',
    body: isDefault ? (
      <>
        <b>{silo.name}</b> has no default pool then: who asks for an address there has to name a pool, and no instance
        can be created.
      </>
    ) : (
      <>
        <b>{pool.name}</b> becomes the default pool of <b>{silo.name}</b>, in the place of{' '}
        {replaced ? <b>{replaced}</b> : 'any other'}.
      </>
    ),
    copyAs: <CopyAsButton request={copyRequest('ipPoolSiloUpdate', request)} />,
    action: async () => {
      await apiCall('ipPoolSiloUpdate', request)
      toast({
        content: outcome(
          'IP pool',
          pool.name,
          isDefault ? 'is no longer the default of' : 'is the default of',
          silo.name,
        ),
      })
      void refreshAfter('ipPoolSiloUpdate')
    },
  })
}

/** Asks, and takes a pool from a silo. @param title `Unlink silo`, where the pool's page is open. */
export function askToUnlink(title: string, { pool, silo }: Link): void {
  const request = { path: { pool: pool.id, silo: silo.id } }
  void confirm({
    title,
    danger: true,
    body: (
      <>
        <b>{silo.name}</b> takes no more addresses from <b>{pool.name}</b>, and its internet gateways lose the pool.
      </>
    ),
    copyAs: <CopyAsButton request={copyRequest('ipPoolSiloUnlink', request)} />,
    action: async () => {
      await apiCall('ipPoolSiloUnlink', request)
      toast({ content: outcome('Silo', silo.name, 'unlinked from', pool.name) })
      void refreshAfter('ipPoolSiloUnlink')
    },
  })
}
