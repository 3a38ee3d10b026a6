import type { ExternalIp } from '@skerry/contract/network/external-ips.ts'
import type { FloatingIp } from '@skerry/contract/network/floating-ips.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { namedView } from '../../kernel/http/named.view.ts'

type ExternalIpRow = Row<'external_ips'>
export type FloatingRow = ExternalIpRow & { name: string; description: string }

export const floatingIpView = (row: FloatingRow): FloatingIp => ({
  ...namedView(row),
  instance_id: row.instance_id,
  ip: row.ip,
  ip_pool_id: row.ip_pool_id,
  project_id: row.project_id,
})

export const externalIpView = (row: ExternalIpRow): ExternalIp =>
  row.kind === 'floating'
    ? { kind: 'floating', ...floatingIpView(row as FloatingRow) }
    : { kind: 'ephemeral', ip: row.ip, ip_pool_id: row.ip_pool_id }
