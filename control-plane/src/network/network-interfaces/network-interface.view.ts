import type { InstanceNetworkInterface } from '@skerry/contract/network/network-interfaces.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { namedView } from '../../kernel/http/named.view.ts'

export const interfaceView = (row: Row<'network_interfaces'>): InstanceNetworkInterface => ({
  ...namedView(row),
  instance_id: row.instance_id,
  ip: row.ip,
  mac: row.mac,
  primary: row.is_primary,
  subnet_id: row.subnet_id,
  transit_ips: row.transit_ips,
  vpc_id: row.vpc_id,
})
