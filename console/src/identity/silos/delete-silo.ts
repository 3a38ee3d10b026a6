import type { Silo } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/ask-to-delete.tsx'

export const askToDeleteSilo = ({ id, name }: Silo, onDeleted?: () => void): void =>
  askToDelete({
    kind: 'silo',
    name,
    consequence:
      'is deleted for good, with its users and groups, what they sign in by, its identity providers, certificates, quotas and links to IP pools. A silo with projects is kept: its users delete them first.',
    method: 'siloDelete',
    request: { path: { silo: id } },
    onDeleted,
  })
