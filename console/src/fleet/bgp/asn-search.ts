import { maxAsn } from '@skerry/contract/rules/asn.ts'
import type { QueryClient } from '@tanstack/react-query'
import { cachedFirst } from '~/api/cached-first.ts'
import { type ListSearch, listSearch } from '~/shell/list/list.ts'
import { configsQuery } from './queries.ts'

export interface AsnSearch extends ListSearch {
  /** The chosen autonomous system; that of the first configuration by default. */
  asn?: number
}

export interface RoutesSearch extends AsnSearch {
  /** What is exported unless said. */
  tab?: 'imported'
}

export function asnSearch(search: Record<string, unknown>): AsnSearch {
  const asn = Number(search.asn ?? Number.NaN)
  const isAsn = Number.isInteger(asn) && asn >= 0 && asn <= maxAsn
  return { ...listSearch(search), ...(isAsn && { asn }) }
}

export const routesSearch = (search: Record<string, unknown>): RoutesSearch => ({
  ...asnSearch(search),
  ...(search.tab === 'imported' && { tab: search.tab }),
})

/** The autonomous system of the URL, else that of the first configuration, if any. */
export const asnOf = async (context: { queryClient: QueryClient }, { asn }: AsnSearch): Promise<number | undefined> =>
  asn ?? (await cachedFirst(context, configsQuery))[0]?.asn
