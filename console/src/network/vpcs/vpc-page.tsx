import { deletionLockRefusal } from '@skerry/contract/rules/deletion-lock.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { invalidate } from '~/api/queries.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { LockBadge, lockItems } from '~/shell/actions/deletion-lock.tsx'
import { isCurrent } from '~/shell/frame/navigation.ts'
import { DetailPage } from '~/shell/page/detail-page.tsx'
import { IdentityFacts } from '~/shell/page/metadata.tsx'
import { NetworksNotice } from '~/shell/page/networks-notice.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import { useBeganOn } from '~/shell/paths/began-on.ts'
import { pathTo } from '~/shell/paths/path.ts'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact } from '~/ui/facts.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { TabLink } from '~/ui/tabs.tsx'
import { vpcQuery } from './queries.ts'

const DeleteVpc = lazyPart(() => import('./delete-vpc.tsx'))

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc')

const tabs = [
  { label: 'Firewall Rules', to: '/projects/$project/vpcs/$vpc/firewall-rules' },
  { label: 'Subnets', to: '/projects/$project/vpcs/$vpc/subnets' },
  { label: 'Routers', to: '/projects/$project/vpcs/$vpc/routers' },
  { label: 'Internet Gateways', to: '/projects/$project/vpcs/$vpc/internet-gateways' },
  { label: 'Topology', to: '/projects/$project/vpcs/$vpc/topology' },
] as const

const about =
  'A VPC is a private network of the project. Subnets hold its addresses, firewall rules decide which traffic passes, routers where it goes, and internet gateways how it leaves for the internet.'

/** The page and whichever of its tabs is open. */
const refresh = () =>
  void invalidate('vpcView', 'vpcFirewallRulesView', 'vpcSubnetList', 'vpcRouterList', 'internetGatewayList')

export function VpcPage() {
  const params = route.useParams()
  const query = useSuspenseQuery(vpcQuery(params))
  const vpc = query.data
  const { project } = params
  const refused = useRefusals({ project })
  const navigate = useNavigate()
  const beganOn = useBeganOn('vpc')
  const pathname = useLocation({ select: (location) => location.pathname })
  const [deleting, setDeleting] = useState(false)
  const close = () => setDeleting(false)
  const onDeleted = () => void navigate({ to: '/projects/$project/vpcs', params: { project } })
  return (
    <>
      <DetailPage
        title={vpc.name}
        badge={<LockBadge thing={vpc} />}
        refresh={{ ...refreshOf(query), onRefresh: refresh }}
        about={{ title: 'VPCs', text: about }}
        actions={
          <MenuButton
            label="VPC actions"
            variant="default"
            items={rowMenu(vpc.id, copyRequest('vpcView', { path: { vpc: vpc.id } }), [
              {
                label: 'Edit',
                refusal: refused('vpc_update'),
                link: <Link to="/projects/$project/vpcs/$vpc/edit" params={params} state={beganOn} />,
              },
              ...lockItems('vpc', vpc, refused),
              {
                label: 'Delete',
                danger: true,
                refusal: refused('vpc_delete') ?? deletionLockRefusal(vpc),
                onSelect: () => setDeleting(true),
              },
            ])}
          />
        }
        facts={
          <>
            <Fact label="DNS name">{vpc.dnsName}</Fact>
            <Fact label="IPv6 prefix">
              <span className="text-mono whitespace-nowrap">{vpc.ipv6Prefix}</span>
              <CopyButton text={vpc.ipv6Prefix} label="Copy IPv6 prefix" />
            </Fact>
            <Fact label="Description">{vpc.description}</Fact>
            <IdentityFacts thing={vpc} />
          </>
        }
        notice={<NetworksNotice />}
        tabs={tabs.map(({ label, to }) => (
          // A tab's forms are over it, though their URLs stand beside its own: `subnets-new`.
          <TabLink
            key={to}
            to={to}
            params={params}
            data-status={isCurrent(pathTo(to, params), pathname) ? 'active' : undefined}
          >
            {label}
          </TabLink>
        ))}
      />
      {deleting && (
        <PartBoundary onFailed={close}>
          <DeleteVpc project={project} vpc={vpc} onClose={close} onDeleted={onDeleted} />
        </PartBoundary>
      )}
    </>
  )
}
