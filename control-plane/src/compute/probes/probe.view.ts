import type { Probe, ProbeInfo } from '@skerry/contract/compute/probes.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { namedView } from '../../kernel/http/named.view.ts'
import type { ProbeRow } from './probes.repo.ts'

export const probeView = (row: Row<'probes'>): Probe => ({ ...namedView(row), sled: row.sled_id })

export const probeInfoView = (row: ProbeRow): ProbeInfo => ({
  ...namedView(row),
  sled: row.sled_id,
  interface: {
    id: row.interface_id,
    name: 'net0',
    ip: row.ip,
    kind: { type: 'probe', id: row.id },
    mac: row.mac,
    primary: true,
    slot: 0,
    subnet: row.ipv4_block,
    transit_ips: [],
    vni: row.vni,
  },
  external_ips:
    row.external_ip === null ? [] : [{ ip: row.external_ip, kind: 'ephemeral', first_port: 0, last_port: 65_535 }],
})
