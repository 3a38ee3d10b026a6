import type { Vpc } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/ask-to-delete.tsx'

export const askToDeleteVpc = ({ id, name }: Vpc, onDeleted?: () => void): void =>
  askToDelete({
    kind: 'VPC',
    name,
    consequence:
      'is deleted for good, and with it its routers, routes, internet gateways and firewall rules. Its subnets have to be deleted first.',
    method: 'vpcDelete',
    request: { path: { vpc: id } },
    onDeleted,
  })
