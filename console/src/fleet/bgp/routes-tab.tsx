import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Route as RouteIcon } from 'lucide-react'
import { useMemo } from 'react'
import type { BgpImportedRouteIpv4 } from '~/api/types.gen.ts'
import { copyAsRowItems } from '~/form/copy-as-menu.tsx'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { FormTabs } from '~/shell/form/form-tabs.tsx'
import { WholeListTable } from '~/shell/list/whole-list-table.tsx'
import { readState } from '~/shell/page/reads.ts'
import type { Columns } from '~/table/columns.ts'
import { EmptyState } from '~/ui/empty-state.tsx'
import { copyItem } from '~/ui/menu.tsx'
import { AsnTab } from './asn-tab.tsx'
import { numbered } from './numbered.ts'
import { exportedQuery, importedQuery } from './queries.ts'

const route = getRouteApi('/_app/system/networking/bgp/routes')

const tabs = [
  { value: 'exported', label: 'Exported' },
  { value: 'imported', label: 'Imported' },
] as const

/** Networks that are announced to peers, and that peers announce. */
export function RoutesTab() {
  const { tab = 'exported', asn } = route.useSearch()
  const navigate = useNavigate()
  return (
    <FormTabs
      label="Routes"
      tabs={tabs}
      value={tab}
      onChange={(next) =>
        void navigate({
          to: '.',
          search: { ...(asn !== undefined && { asn }), ...(next === 'imported' && { tab: next }) },
          replace: true,
          resetScroll: false,
        })
      }
    >
      {tab === 'exported' ? (
        <Exported />
      ) : (
        <AsnTab
          asn={asn}
          onChange={(next) =>
            void navigate({ to: '.', search: { tab: 'imported', asn: next }, replace: true, resetScroll: false })
          }
        >
          {(of) => <Imported asn={of} />}
        </AsnTab>
      )}
    </FormTabs>
  )
}

interface ExportedRoute {
  id: string
  name: string
  peer: string
}

const exportedColumns: Columns<ExportedRoute> = [
  { id: 'network', header: 'Network', cell: ({ name }) => name, value: ({ name }) => name, mono: true },
  { id: 'peer', header: 'Peer', cell: ({ peer }) => peer, value: ({ peer }) => peer, mono: true },
]

const peerOf = ({ peer }: ExportedRoute) => ({ key: peer, label: peer })

function Exported() {
  const query = useSuspenseQuery(exportedQuery)
  const { data } = query
  const routes = useMemo(
    () =>
      Object.entries(data.exports).flatMap(([peer, networks]) =>
        networks.map((network) => ({ id: `${peer} ${network}`, name: network, peer })),
      ),
    [data],
  )
  return (
    <WholeListTable
      label="Exported routes"
      rows={routes}
      columns={exportedColumns}
      groupOf={peerOf}
      groupLabel="Peer"
      sortedBy={{ column: 'peer', descending: false }}
      rowActions={({ name }) => [
        copyItem('Copy network', name),
        ...copyAsRowItems(copyRequest('networkingBgpExported', {})),
      ]}
      read={readState(query)}
      empty={
        <EmptyState
          icon={<RouteIcon />}
          title="Nothing is exported"
          body="The networks of the announce set are exported to peers with an established session."
        />
      }
    />
  )
}

type ImportedRoute = Omit<BgpImportedRouteIpv4, 'id'> & { id: string; name: string }

const importedColumns: Columns<ImportedRoute> = [
  { id: 'prefix', header: 'Prefix', cell: ({ prefix }) => prefix, value: ({ prefix }) => prefix, mono: true },
  { id: 'nexthop', header: 'Next hop', cell: ({ nexthop }) => nexthop, value: ({ nexthop }) => nexthop, mono: true },
  { id: 'switch', header: 'Switch', value: (each) => each.switch },
]

const switchOf = (each: ImportedRoute) => ({ key: each.switch, label: each.switch })

function Imported({ asn }: { asn: number }) {
  const query = useSuspenseQuery(importedQuery(asn))
  const { data } = query
  const routes = useMemo(() => {
    const named = data.map(({ id: _, ...each }) => ({ ...each, name: each.prefix }))
    return numbered(named, (each) => `${each.prefix} ${each.nexthop} ${each.switch}`)
  }, [data])
  return (
    <WholeListTable
      label="Imported routes"
      rows={routes}
      columns={importedColumns}
      groupOf={switchOf}
      groupLabel="Switch"
      rowActions={({ prefix }) => [
        copyItem('Copy prefix', prefix),
        ...copyAsRowItems(copyRequest('networkingBgpImportedRoutesIpv4', { query: { asn } })),
      ]}
      read={readState(query)}
      empty={
        <EmptyState
          icon={<RouteIcon />}
          title="Nothing is imported"
          body="No peer of this autonomous system has announced an IPv4 network that the port settings allow."
        />
      }
    />
  )
}
