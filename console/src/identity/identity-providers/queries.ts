import { isUuid } from '@skerry/contract/rules/names.ts'
import { apiQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

export const providersSource = (silo: string): ListSource<'siloIdentityProviderList'> => ({
  method: 'siloIdentityProviderList',
  query: { silo },
})

interface ProviderParams {
  silo: string
  provider: string
}

export const samlProviderQuery = ({ silo, provider }: ProviderParams) =>
  apiQuery('samlIdentityProviderView', { path: { provider }, ...(!isUuid(provider) && { query: { silo } }) })

export const providersPath = (silo: string): Path => pathTo('/system/silos/$silo/idps', { silo })

export const providerPath = (params: ProviderParams): Path =>
  pathTo('/system/silos/$silo/idps/saml/$provider', { silo: params.silo, provider: params.provider })
