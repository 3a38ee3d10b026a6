import type { Vpc } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/ask-to-delete.tsx'

export const askToDeleteVpc = ({ id, name }: Vpc, onDeleted?: () => void): void =>
  askToDelete({
    kind: 'VPC',
    name,
    consequence:
      'is permanently deleted, along with its routers, routes, internet gateways and firewall rules. Its subnets must be deleted first.',
    method: 'vpcDelete',
    request: { path: { vpc: id } },
    onDeleted,
  })
