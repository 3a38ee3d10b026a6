import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { invalidate } from '~/api/queries.ts'
import { BaseboardFacts } from '~/fleet/baseboard.tsx'
import { RackLink } from '~/fleet/hardware-links.tsx'
import { SledState } from '~/fleet/hardware-state.tsx'
import { formatBytes, formatNumber } from '~/lib/format/numbers.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { DetailPage } from '~/shell/page/detail-page.tsx'
import { IdentityFacts } from '~/shell/page/metadata.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import { StateBadge } from '~/ui/badge.tsx'
import { Fact } from '~/ui/facts.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { TabLink } from '~/ui/tabs.tsx'
import { sledQuery } from './queries.ts'
import { useSledActions } from './sled-actions.tsx'
import { aboutSleds, mostVcpus, policyLabel, provisionLabel, standingOf, threadsWords } from './sled-words.ts'

const route = getRouteApi('/_app/system/inventory/sleds/$sledId')

const refresh = () => void invalidate('sledView', 'sledInstanceList', 'sledPhysicalDiskList')

/** `48 of 128`, or the whole where the server does not say what is in use. */
const share = (used: string | undefined, whole: string) => (used === undefined ? whole : `${used} of ${whole} in use`)

export function SledPage() {
  const params = route.useParams()
  const query = useSuspenseQuery(sledQuery(params.sledId))
  const sled = query.data
  const actions = useSledActions()
  const { label, key, tone } = standingOf(sled)
  const { provisionedHardwareThreads: vcpus, provisionedPhysicalRam: ram } = sled
  return (
    <DetailPage
      title={sled.baseboard.serial}
      badge={<StateBadge state={key} label={label} tone={tone} />}
      refresh={{ ...refreshOf(query), onRefresh: refresh }}
      about={{ title: 'Sleds', text: aboutSleds }}
      actions={
        <MenuButton
          label="Sled actions"
          variant="default"
          items={rowMenu(sled.id, copyRequest('sledView', { path: { sledId: sled.id } }), actions(sled))}
        />
      }
      facts={
        <>
          <BaseboardFacts baseboard={sled.baseboard} />
          <Fact label="Policy">{policyLabel[sled.policy.kind]}</Fact>
          <Fact label="Provision policy">{provisionLabel(sled)}</Fact>
          <Fact label="State">
            <SledState sled={sled} />
          </Fact>
          <Fact label="vCPUs">
            {share(vcpus === undefined ? undefined : formatNumber(vcpus), formatNumber(mostVcpus(sled)))}
            <span className="text-ink-3"> ({threadsWords(sled)})</span>
          </Fact>
          <Fact label="Physical RAM">
            {share(
              ram === undefined ? undefined : formatBytes(Number(ram)),
              formatBytes(Number(sled.usablePhysicalRam)),
            )}
          </Fact>
          <Fact label="Rack">
            <RackLink id={sled.rackId} />
          </Fact>
          {sled.cubby !== undefined && <Fact label="Cubby">{sled.cubby}</Fact>}
          <IdentityFacts thing={sled} />
        </>
      }
      tabs={
        <>
          <TabLink to="/system/inventory/sleds/$sledId/instances" params={params}>
            Instances
          </TabLink>
          <TabLink to="/system/inventory/sleds/$sledId/disks" params={params}>
            Disks
          </TabLink>
        </>
      }
    />
  )
}
