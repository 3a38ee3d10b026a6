import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { invalidate } from '~/api/queries.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { DetailPage } from '~/shell/page/detail-page.tsx'
import { IdentityFacts } from '~/shell/page/metadata.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import { Fact } from '~/ui/facts.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { TabLink } from '~/ui/tabs.tsx'
import { askToDeleteSilo } from './delete-silo.ts'
import { siloQuery } from './queries.ts'
import { modeLabel, yesOrNo } from './silo-words.ts'

const route = getRouteApi('/_app/system/silos/$silo')

const tabs = [
  { label: 'Identity Providers', to: '/system/silos/$silo/idps' },
  { label: 'Users', to: '/system/silos/$silo/users' },
  { label: 'Access', to: '/system/silos/$silo/access' },
  { label: 'IP Pools', to: '/system/silos/$silo/ip-pools' },
  { label: 'Quotas', to: '/system/silos/$silo/quotas' },
  { label: 'Fleet Roles', to: '/system/silos/$silo/fleet-roles' },
] as const

const about =
  'A silo is a tenant: its users, projects and images are isolated from those of other silos. The tabs show how its users sign in, their roles, the IP pools that its projects use, and its quotas.'

const refresh = () =>
  void invalidate(
    'siloView',
    'siloIdentityProviderList',
    'siloUserList',
    'siloPolicyView',
    'siloIpPoolList',
    'siloQuotasView',
    'siloUtilizationView',
  )

export function SiloPage() {
  const params = route.useParams()
  const query = useSuspenseQuery(siloQuery(params.silo))
  const silo = query.data
  const refused = useRefusals()
  const navigate = useNavigate()
  return (
    <DetailPage
      title={silo.name}
      refresh={{ ...refreshOf(query), onRefresh: refresh }}
      about={{ title: 'Silos', text: about }}
      actions={
        <MenuButton
          label="Silo actions"
          variant="default"
          items={rowMenu(silo.id, copyRequest('siloView', { path: { silo: silo.id } }), [
            {
              label: 'Delete',
              danger: true,
              refusal: refused('silo_delete'),
              onSelect: () => askToDeleteSilo(silo, () => void navigate({ to: '/system/silos' })),
            },
          ])}
        />
      }
      facts={
        <>
          <Fact label="Description">{silo.description}</Fact>
          <Fact label="Identity mode">{modeLabel[silo.identityMode]}</Fact>
          <Fact label="Discoverable">{yesOrNo(silo.discoverable)}</Fact>
          <IdentityFacts thing={silo} />
        </>
      }
      tabs={tabs.map(({ label, to }) => (
        <TabLink key={to} to={to} params={params}>
          {label}
        </TabLink>
      ))}
    />
  )
}
