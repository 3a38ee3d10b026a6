import type { Silo } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'

export const askToDeleteSilo = ({ id, name }: Silo, onDeleted?: () => void): void =>
  askToDelete({
    kind: 'silo',
    name,
    consequence:
      'is permanently deleted, along with its users, groups, identity providers, certificates, quotas and links to IP pools. A silo that still has projects cannot be deleted.',
    method: 'siloDelete',
    request: { path: { silo: id } },
    onDeleted,
  })
