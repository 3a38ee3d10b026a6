import { deletionLockRefusal } from '@skerry/contract/rules/deletion-lock.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Network } from 'lucide-react'
import { useMemo, useState } from 'react'
import { apiQuery } from '~/api/queries.ts'
import type { Vpc } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { lockItems } from '~/shell/actions/deletion-lock.tsx'
import { CountCell } from '~/shell/list/count-cell.tsx'
import { ListPage } from '~/shell/list/list-page.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { CutName } from '~/ui/truncate.tsx'
import { vpcPath, vpcsSource } from './queries.ts'

const DeleteVpc = lazyPart(() => import('./delete-vpc.tsx'))

const route = getRouteApi('/_app/projects/$project')

const ruleCountQuery = (vpc: string) =>
  apiQuery(
    'vpcFirewallRulesView',
    { query: { vpc } },
    { secondary: true, staleTime: 30_000, expected: 'the VPC may be deleted' },
  )

const columnsFor = (project: string): readonly Column<Vpc>[] => [
  nameColumn(({ name }) => (
    <Link to={vpcPath(project, name)}>
      <CutName name={name} />
    </Link>
  )),
  { id: 'dns_name', header: 'DNS name', cell: ({ dnsName }) => dnsName, value: ({ dnsName }) => dnsName },
  {
    id: 'firewall_rules',
    header: 'Firewall rules',
    cell: ({ id, name, firewallRuleCount }) => (
      <CountCell
        known={firewallRuleCount}
        query={ruleCountQuery(id)}
        count={({ rules }) => rules.length}
        to={vpcPath(project, name)}
      />
    ),
  },
  descriptionColumn,
  createdColumn,
]

export function VpcsPage() {
  const { project } = route.useParams()
  const refused = useRefusals({ project })
  const [deleted, setDeleted] = useState<Vpc>()
  const close = () => setDeleted(undefined)
  const columns = useMemo(() => columnsFor(project), [project])
  return (
    <>
      <ListPage
        title="VPCs"
        source={vpcsSource(project)}
        columns={columns}
        create={{
          label: 'New VPC',
          to: pathTo('/projects/$project/vpcs-new', { project }),
          refusal: refused('vpc_create'),
        }}
        itemLink={({ name }) => vpcPath(project, name)}
        view={({ id }) => copyRequest('vpcView', { path: { vpc: id } })}
        rowActions={(vpc) => [
          {
            label: 'Edit',
            refusal: refused('vpc_update'),
            link: <Link to="/projects/$project/vpcs/$vpc/edit" params={{ project, vpc: vpc.name }} search state />,
          },
          ...lockItems('vpc', vpc, refused),
          {
            label: 'Delete',
            danger: true,
            refusal: refused('vpc_delete') ?? deletionLockRefusal(vpc),
            onSelect: () => setDeleted(vpc),
          },
        ]}
        emptyIcon={<Network />}
        emptyTitle="No VPCs"
        emptyBody="A VPC is a private network of the project. Its instances reach each other, and the internet through its gateways."
      />
      {deleted && (
        <PartBoundary onFailed={close}>
          <DeleteVpc project={project} vpc={deleted} onClose={close} />
        </PartBoundary>
      )}
    </>
  )
}
