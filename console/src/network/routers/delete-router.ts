import type { VpcRouter } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/ask-to-delete.tsx'

export const askToDeleteRouter = ({ id, name }: VpcRouter, onDeleted?: () => void): void =>
  askToDelete({
    kind: 'router',
    name,
    consequence:
      'is deleted for good, and with it its routes. Subnets that it is the custom router of go back to the system router.',
    method: 'vpcRouterDelete',
    request: { path: { router: id } },
    onDeleted,
  })
