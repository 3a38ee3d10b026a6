import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useMemo } from 'react'
import type { IdentityProvider } from '~/api/types.gen.ts'
import { siloQuery } from '~/identity/silos/queries.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { Badge } from '~/ui/badge.tsx'
import { askToDeleteProvider, askToMakeDefault } from './provider-actions.tsx'
import { providerPath, providersSource } from './queries.ts'

const route = getRouteApi('/_app/system/silos/$silo')

const columnsFor = (silo: string): readonly Column<IdentityProvider>[] => [
  nameColumn(({ name, isDefault }) => (
    <span className="inline-flex max-w-full items-center gap-2">
      <Link to={providerPath({ silo, provider: name })} search state className="truncate">
        {name}
      </Link>
      {isDefault && <Badge>default</Badge>}
    </span>
  )),
  descriptionColumn,
  { id: 'type', header: 'Type', cell: ({ providerType }) => providerType.toUpperCase() },
  createdColumn,
]

/** Where the people of a silo sign in. */
export function ProvidersTab() {
  const { silo: nameOrId } = route.useParams()
  const { data: silo } = useSuspenseQuery(siloQuery(nameOrId))
  const refused = useRefusals({ silo })
  const isLocal = silo.identityMode === 'local_only'
  const columns = useMemo(() => columnsFor(nameOrId), [nameOrId])
  return (
    <ListPage
      below
      title="Identity providers"
      source={providersSource(nameOrId)}
      columns={columns}
      create={{
        label: 'New identity provider',
        to: pathTo('/system/silos/$silo/idps-new', { silo: nameOrId }),
        refusal:
          refused('saml_identity_provider_create') ??
          (isLocal ? 'Users of this silo sign in with passwords' : undefined),
      }}
      itemLink={({ name }) => providerPath({ silo: nameOrId, provider: name })}
      view={({ id }) => copyRequest('samlIdentityProviderView', { path: { provider: id } })}
      rowActions={(provider) => [
        {
          label: 'Make default',
          refusal: provider.isDefault ? 'It is the default' : refused('saml_identity_provider_make_default'),
          onSelect: () => askToMakeDefault(provider, silo.name),
        },
        {
          label: 'Delete',
          danger: true,
          refusal: refused('saml_identity_provider_delete'),
          onSelect: () => askToDeleteProvider(provider, silo.name),
        },
      ]}
      emptyIcon={<KeyRound />}
      emptyTitle="No identity providers"
      emptyBody={
        isLocal
          ? 'Users of this silo sign in with passwords.'
          : 'Users of this silo sign in through an identity provider. Until you create one, nobody can sign in.'
      }
    />
  )
}
