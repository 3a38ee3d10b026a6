import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useMemo } from 'react'
import type { IdentityProvider } from '~/api/types.gen.ts'
import { siloQuery } from '~/identity/silos/queries.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { ListPage } from '~/shell/list-page.tsx'
import { pathTo } from '~/shell/path.ts'
import { useRefusals } from '~/shell/roles.ts'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { providerPath, providersSource } from './queries.ts'

const route = getRouteApi('/_app/system/silos/$silo')

const columnsFor = (silo: string): readonly Column<IdentityProvider>[] => [
  nameColumn(({ name }) => (
    <Link to={providerPath({ silo, provider: name })} search state>
      {name}
    </Link>
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
  return (
    <ListPage
      below
      title="Identity providers"
      source={providersSource(nameOrId)}
      columns={useMemo(() => columnsFor(nameOrId), [nameOrId])}
      create={{
        label: 'New provider',
        to: pathTo('/system/silos/$silo/idps-new', { silo: nameOrId }),
        refusal:
          refused('saml_identity_provider_create') ??
          (isLocal ? 'The people of this silo have passwords here' : undefined),
      }}
      itemLink={({ name }) => providerPath({ silo: nameOrId, provider: name })}
      view={({ id }) => copyRequest('samlIdentityProviderView', { path: { provider: id } })}
      rowActions={() => []}
      emptyIcon={<KeyRound />}
      emptyTitle="No identity providers"
      emptyBody={
        isLocal
          ? 'The people of this silo sign in with a password that is kept here.'
          : 'The people of this silo sign in through an identity provider: until it has one, nobody can.'
      }
    />
  )
}
