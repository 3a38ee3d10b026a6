import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ProbeExternalIp } from '~/api/types.gen.ts'
import { SledCell } from '~/fleet/hardware-links.tsx'
import { useRefusal } from '~/shell/access/roles.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { IdentityFacts } from '~/shell/page/metadata.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import type { Column } from '~/table/columns.ts'
import { addressColumn } from '~/table/named-columns.tsx'
import { Table } from '~/table/table.tsx'
import { Card } from '~/ui/card.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { askToDeleteProbe } from './delete-probe.ts'
import { probeQuery } from './queries.ts'

const route = getRouteApi('/_app/projects/$project/probes/$probe')

const kindLabel = { snat: 'SNAT', floating: 'Floating', ephemeral: 'Ephemeral' }
const lastPort = 65_535

const columns: readonly Column<ProbeExternalIp>[] = [
  addressColumn('ip', 'IP address', ({ ip }) => ip),
  { id: 'kind', header: 'Kind', cell: ({ kind }) => kindLabel[kind] },
  {
    id: 'ports',
    header: 'Ports',
    cell: ({ firstPort, lastPort: last }) => (firstPort === 0 && last === lastPort ? 'All' : `${firstPort}-${last}`),
  },
]

const keyOf = ({ ip, firstPort }: ProbeExternalIp) => `${ip} ${firstPort}`

export function ProbePage() {
  const { project, probe: name } = route.useParams()
  const query = useSuspenseQuery(probeQuery(project, name))
  const probe = query.data
  const { timeCreated } = probe
  const { ip, mac, subnet, vni, transitIps = [] } = probe.interface
  const navigate = useNavigate()
  const refusal = useRefusal('probe_delete', { project })
  return (
    <>
      <PageHeader title={probe.name} refresh={refreshOf(query)}>
        <MenuButton
          label="Probe actions"
          variant="default"
          items={rowMenu(probe.id, copyRequest('probeView', { path: { probe: probe.id }, query: { project } }), [
            {
              label: 'Delete',
              danger: true,
              refusal: refusal,
              onSelect: () =>
                askToDeleteProbe(project, probe, () => {
                  void navigate({ to: '/projects/$project/probes', params: { project } })
                }),
            },
          ])}
        />
      </PageHeader>
      <div className="mb-6">
        <Facts>
          <Fact label="Interface IP">
            <span className="text-mono whitespace-nowrap">{ip}</span>
            <CopyButton text={ip} label="Copy address" />
          </Fact>
          <Fact label="MAC">
            <span className="text-mono whitespace-nowrap">{mac}</span>
          </Fact>
          <Fact label="Subnet">
            <span className="text-mono whitespace-nowrap">{subnet}</span>
          </Fact>
          <Fact label="VNI">{vni}</Fact>
          <Fact label="Transit IPs">
            {transitIps.length > 0 && (
              <span className="text-mono flex flex-wrap gap-x-3 *:whitespace-nowrap">
                {transitIps.map((each) => (
                  <span key={each}>{each}</span>
                ))}
              </span>
            )}
          </Fact>
          <Fact label="Sled">
            <SledCell id={probe.sled} />
          </Fact>
          <Fact label="Description">{probe.description}</Fact>
          {timeCreated ? (
            <IdentityFacts thing={{ ...probe, timeCreated }} />
          ) : (
            <Fact label="ID">
              <ShortId id={probe.id} />
              <CopyButton text={probe.id} label="Copy ID" />
            </Fact>
          )}
        </Facts>
      </div>
      <Card title="External IPs">
        <Table
          framed={false}
          label="External IPs"
          rows={probe.externalIps}
          columns={columns}
          getId={keyOf}
          empty={<EmptyState title="No external IPs" body="The probe cannot be reached from outside its VPC." />}
        />
      </Card>
    </>
  )
}
