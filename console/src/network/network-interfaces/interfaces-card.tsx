import { instanceCan, maxNetworkInterfaces } from '@skerry/contract/rules/instances.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Instance, InstanceNetworkInterface, Vpc, VpcSubnet } from '~/api/types.gen.ts'
import { subnetsPath } from '~/network/subnets/queries.ts'
import { vpcPath } from '~/network/vpcs/queries.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { failureOf, type Reading, readState, useReading } from '~/shell/page/reads.ts'
import { useQuickActions } from '~/shell/palette/quick-actions.ts'
import type { Path } from '~/shell/paths/path.ts'
import type { Column } from '~/table/columns.ts'
import { MoreCell } from '~/table/more-cell.tsx'
import { CopyCell } from '~/table/named-columns.tsx'
import { descriptionColumn } from '~/table/named-columns.tsx'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import { Table } from '~/table/table.tsx'
import { Badge } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { Card } from '~/ui/card.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { askToDeleteInterface, askToMakePrimary } from './interface-actions.tsx'
import { interfacesQuery, subnetsQuery, vpcsQuery } from './queries.ts'

const AddInterface = lazyPart(() => import('./add-interface.tsx'))
const EditInterface = lazyPart(() => import('./edit-interface.tsx'))

type Named<T> = Reading<readonly T[]>

function nameCell(list: Named<Vpc | VpcSubnet>, id: string, pathOf: (name: string) => Path) {
  const name = list.data && (list.data.find((each) => each.id === id)?.name ?? null)
  return (
    <SecondaryCell value={name} failure={list.failure}>
      {(known) => (
        <Link to={pathOf(known)} className="text-accent hover:underline">
          {known}
        </Link>
      )}
    </SecondaryCell>
  )
}

const columnsOf = (
  project: string,
  vpcs: Named<Vpc>,
  subnets: Named<VpcSubnet>,
): readonly Column<InstanceNetworkInterface>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, primary }) => (
      <span className="inline-flex items-center gap-2">
        {name}
        {primary && <Badge>primary</Badge>}
      </span>
    ),
  },
  descriptionColumn,
  {
    id: 'ip',
    header: 'Private IP',
    cell: ({ ip }) => <CopyCell text={ip} label="Copy private IP" />,
    mono: true,
  },
  { id: 'mac', header: 'MAC', cell: ({ mac }) => mac, mono: true },
  { id: 'vpc', header: 'VPC', cell: ({ vpcId }) => nameCell(vpcs, vpcId, (vpc) => vpcPath(project, vpc)) },
  {
    id: 'subnet',
    header: 'Subnet',
    cell: ({ subnetId, vpcId }) =>
      nameCell(subnets, subnetId, () =>
        subnetsPath({ project, vpc: vpcs.data?.find(({ id }) => id === vpcId)?.name ?? vpcId }),
      ),
  },
  { id: 'transit', header: 'Transit IPs', cell: ({ transitIps = [] }) => <MoreCell items={transitIps} />, mono: true },
]

/** The subnets of the VPCs that interfaces are in; a request for each VPC, of which an instance has one. */
function useSubnetsOf(interfaces: readonly InstanceNetworkInterface[] | undefined) {
  const vpcs = [...new Set(interfaces?.map(({ vpcId }) => vpcId))]
  return useQueries({
    queries: vpcs.map(subnetsQuery),
    combine: (lists) => ({
      data: lists.every(({ data }) => data) ? lists.flatMap(({ data }) => data ?? []) : undefined,
      ...readState(...lists),
    }),
  })
}

const unread = (what: string, list: readonly unknown[] | undefined) =>
  list ? undefined : `The ${what} are still loading`

interface InterfacesCardProps {
  /** Name or id of the URL. */
  project: string
  instance: Instance
}

export function InterfacesCard({ project, instance }: InterfacesCardProps) {
  const list = useQuery(interfacesQuery(instance.id))
  const interfaces = list.data
  const vpcList = useQuery(vpcsQuery(project))
  const vpcs = vpcList.data
  const subnets = useSubnetsOf(interfaces)
  const vpcNames = useReading(vpcList)
  const columns = useMemo(() => columnsOf(project, vpcNames, subnets), [project, vpcNames, subnets])
  const own = readState(list, vpcList)
  const refused = useRefusals({ project })
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<InstanceNetworkInterface | null>(null)

  const addNote = refused('instance_network_interface_create') ?? instanceCan.addNetworkInterface.refusal(instance)
  const addRefusal =
    addNote ??
    (interfaces && interfaces.length >= maxNetworkInterfaces
      ? `An instance can have at most ${maxNetworkInterfaces} network interfaces`
      : undefined) ??
    unread('network interfaces of the instance', interfaces) ??
    unread('VPCs of the project', vpcs) ??
    (vpcs?.length === 0 ? 'This project has no VPC' : undefined)
  useQuickActions([
    { group: 'Actions', label: 'Add network interface', run: () => setAdding(true), refusal: addRefusal },
  ])
  const updateRefusal =
    refused('instance_network_interface_update') ?? instanceCan.updateNetworkInterface.refusal(instance)
  const deleteRefusal =
    refused('instance_network_interface_delete') ?? instanceCan.deleteNetworkInterface.refusal(instance)
  const others = (interfaces?.length ?? 0) > 1

  return (
    <Card
      title="Network interfaces"
      note={addNote}
      actions={
        <Button refusal={addRefusal} onClick={() => setAdding(true)}>
          Add network interface
        </Button>
      }
    >
      <Table
        label="Network interfaces"
        framed={false}
        rows={interfaces}
        read={{ failure: failureOf(list), stale: own.stale ?? subnets.stale }}
        columns={columns}
        getId={({ id }) => id}
        getName={({ name }) => name}
        rowActions={(nic) =>
          rowMenu(nic.id, copyRequest('instanceNetworkInterfaceView', { path: { interface: nic.id } }), [
            {
              label: 'Make primary',
              refusal: updateRefusal ?? (nic.primary && 'Already the primary interface'),
              onSelect: () => askToMakePrimary(instance, nic),
            },
            { label: 'Edit', refusal: updateRefusal, onSelect: () => setEdited(nic) },
            {
              label: 'Delete',
              danger: true,
              refusal: deleteRefusal ?? (nic.primary && others && 'Make another interface primary first'),
              onSelect: () => askToDeleteInterface(instance, nic),
            },
          ])
        }
        empty={
          <p className="px-4 py-3.5 text-ink-2">No network interfaces. Add one to connect the instance to a VPC.</p>
        }
      />
      {adding && interfaces && vpcs && (
        <PartBoundary onFailed={() => setAdding(false)}>
          <AddInterface instance={instance} interfaces={interfaces} vpcs={vpcs} onClose={() => setAdding(false)} />
        </PartBoundary>
      )}
      {edited && (
        <PartBoundary onFailed={() => setEdited(null)}>
          <EditInterface nic={edited} onClose={() => setEdited(null)} />
        </PartBoundary>
      )}
    </Card>
  )
}
