import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { FormTabs } from '~/shell/form/form-tabs.tsx'
import { IdentityFacts } from '~/shell/page/metadata.tsx'
import { failureOf, refreshOf } from '~/shell/page/reads.ts'
import { useQuickActions } from '~/shell/palette/quick-actions.ts'
import { useBeganOn } from '~/shell/paths/began-on.ts'
import { pathTo } from '~/shell/paths/path.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { PageOutlet } from '~/ui/page-outlet.tsx'
import { ReadFailureNotice } from '~/ui/read-failure.tsx'
import { askToDeletePool, poolDeleteRefusal } from './pool-actions.tsx'
import { ipPoolQuery, linksQuery, rangesQuery, utilizationQuery } from './queries.ts'
import { RangesTable } from './ranges-table.tsx'
import { SilosTable } from './silos-table.tsx'
import { UseBar } from './use-bar.tsx'
import { usesOf } from './use.ts'

const LinkSilo = lazyPart(() => import('./link-silo.tsx'))

const route = getRouteApi('/_app/system/networking/ip-pools/$pool')

const tabs = [
  { value: 'ranges', label: 'Ranges' },
  { value: 'silos', label: 'Silos' },
] as const

const about =
  'An IP pool provides floating, ephemeral and shared outbound addresses for instances. Linked silos take addresses from its ranges. The default pool of a silo is used when a request names no pool.'

export function IpPoolPage() {
  const { pool: name } = route.useParams()
  const { tab = 'ranges' } = route.useSearch()
  const view = useSuspenseQuery(ipPoolQuery(name))
  const pool = view.data
  const use = useQuery(utilizationQuery(pool.id))
  const ranges = useQuery(rangesQuery(pool.id))
  const links = useQuery(linksQuery(pool.id))
  const navigate = useNavigate()
  const beganOn = useBeganOn('pool')
  const refused = useRefusals()
  const [linking, setLinking] = useState(false)

  const addTo = pathTo('/system/networking/ip-pools/$pool/ranges-add', { pool: pool.name })
  const [addRefusal, linkRefusal] = [refused('ip_pool_range_add'), refused('ip_pool_silo_link')]
  useQuickActions([
    { group: 'Actions', label: 'Add range', to: addTo, refusal: addRefusal },
    { group: 'Actions', label: 'Link silo', run: () => setLinking(true), refusal: linkRefusal },
  ])
  return (
    <>
      <PageHeader
        title={pool.name}
        refresh={refreshOf(view, use, ranges, links)}
        about={{ title: 'IP Pools', text: about }}
      >
        <Button refusal={linkRefusal} onClick={() => setLinking(true)}>
          Link silo
        </Button>
        <ButtonLink to={addTo} search state variant="primary" refusal={addRefusal}>
          Add range
        </ButtonLink>
        <MenuButton
          label="IP pool actions"
          variant="default"
          items={rowMenu(pool.id, copyRequest('ipPoolView', { path: { pool: pool.id } }), [
            {
              label: 'Edit',
              refusal: refused('ip_pool_update'),
              link: <Link to="/system/networking/ip-pools/$pool/edit" params={{ pool: pool.name }} state={beganOn} />,
            },
            {
              label: 'Delete',
              danger: true,
              refusal: refused('ip_pool_delete') ?? poolDeleteRefusal(ranges.data && ranges.data.length > 0),
              onSelect: () => askToDeletePool(pool, () => void navigate({ to: '/system/networking/ip-pools' })),
            },
          ])}
        />
      </PageHeader>
      <div className="mb-6">
        <Facts>
          <Fact label="Description">{pool.description}</Fact>
          <IdentityFacts thing={pool} />
        </Facts>
      </div>
      {failureOf(use) ? (
        <ReadFailureNotice what="The pool's utilization" failure={failureOf(use)!} />
      ) : (
        <div className="mb-6 flex flex-wrap gap-4">
          {use.data && usesOf(use.data).map((each) => <UseBar key={each.version} use={each} />)}
        </div>
      )}
      <div className="pb-7">
        <FormTabs
          label={pool.name}
          tabs={tabs}
          value={tab}
          onChange={(next) =>
            void navigate({ to: '.', search: next === 'silos' ? { tab: next } : {}, replace: true, resetScroll: false })
          }
        >
          {tab === 'silos' ? (
            <SilosTable pool={pool} list={links} />
          ) : (
            <RangesTable
              list={ranges}
              view={copyRequest('ipPoolRangeList', { path: { pool: pool.id } })}
              method="ipPoolRangeRemove"
              request={(body) => ({ path: { pool: pool.id }, body })}
              refusal={refused('ip_pool_range_remove')}
              none="No ranges yet. Add a range of addresses to the pool."
            />
          )}
        </FormTabs>
      </div>
      {linking && (
        <PartBoundary onFailed={() => setLinking(false)}>
          <LinkSilo pool={pool} links={links.data ?? []} onClose={() => setLinking(false)} />
        </PartBoundary>
      )}
      <PageOutlet />
    </>
  )
}
