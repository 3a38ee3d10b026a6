import type { VpcRouter } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'

export const askToDeleteRouter = ({ id, name }: VpcRouter, onDeleted?: () => void): void =>
  askToDelete({
    kind: 'router',
    name,
    consequence: 'is permanently deleted, along with its routes. Subnets that use it go back to the system router.',
    method: 'vpcRouterDelete',
    request: { path: { router: id } },
    onDeleted,
  })
