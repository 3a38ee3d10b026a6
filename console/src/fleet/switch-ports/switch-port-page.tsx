import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, notFound } from '@tanstack/react-router'
import { useState } from 'react'
import type { SwitchPort } from '~/api/types.gen.ts'
import { RackLink } from '~/fleet/hardware-links.tsx'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { refreshOf } from '~/shell/page/reads.ts'
import { useQuickActions } from '~/shell/palette/quick-actions.ts'
import { Button } from '~/ui/button.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { SettingsLink } from '../switch-port-settings/settings-link.tsx'
import { askToClear, clearRefusal } from './clear-settings.tsx'
import { LinkState, LinkStatusCard } from './link-status-card.tsx'
import { readLinkStatus } from './link-status.ts'
import { LldpCard } from './lldp-card.tsx'
import { NeighborsCard } from './neighbors-card.tsx'
import { lldpQuery, neighborsQuery, portLabel, portStatusQuery, switchPortQuery } from './queries.ts'

const ApplySettings = lazyPart(() => import('./apply-settings.tsx'))

const route = getRouteApi('/_app/system/networking/switch-ports/$portId')

export function SwitchPortPage() {
  const [port] = useSuspenseQuery(switchPortQuery(route.useParams().portId)).data.items
  if (!port) throw notFound()
  return <Port port={port} />
}

function Port({ port }: { port: SwitchPort }) {
  const view = useSuspenseQuery(switchPortQuery(port.id))
  const status = useQuery(portStatusQuery(port))
  const reads = [view, status, useQuery(lldpQuery(port)), useQuery(neighborsQuery(port))]
  const link = readLinkStatus(status.data)?.link
  const refused = useRefusals()
  const [applying, setApplying] = useState(false)
  const applyRefusal = refused('networking_switch_port_apply_settings')
  const noClear = refused('networking_switch_port_clear_settings') ?? clearRefusal(port)
  useQuickActions([
    { group: 'Actions', label: 'Apply settings', run: () => setApplying(true), refusal: applyRefusal },
    { group: 'Actions', label: 'Clear settings', run: () => askToClear(port), refusal: noClear },
  ])
  return (
    <>
      <PageHeader
        title={portLabel(port)}
        badge={link ? <LinkState link={link} /> : undefined}
        refresh={refreshOf(...reads)}
      >
        <Button refusal={noClear} onClick={() => askToClear(port)}>
          Clear settings
        </Button>
        <Button variant="primary" refusal={applyRefusal} onClick={() => setApplying(true)}>
          Apply settings
        </Button>
        <MenuButton
          label="Switch port actions"
          variant="default"
          items={rowMenu(port.id, copyRequest('networkingSwitchPortList', { query: { switchPortId: port.id } }))}
        />
      </PageHeader>
      <div className="mb-6">
        <Facts>
          <Fact label="Settings">
            <SettingsLink id={port.portSettingsId} />
          </Fact>
          <Fact label="Switch">{port.switchLocation}</Fact>
          <Fact label="Rack">
            <RackLink id={port.rackId} />
            <CopyButton text={port.rackId} label="Copy rack ID" />
          </Fact>
          <Fact label="ID">
            <ShortId id={port.id} />
            <CopyButton text={port.id} label="Copy ID" />
          </Fact>
        </Facts>
      </div>
      <LinkStatusCard port={port} />
      <LldpCard port={port} />
      <NeighborsCard port={port} />
      {applying && (
        <PartBoundary onFailed={() => setApplying(false)}>
          <ApplySettings port={port} onClose={() => setApplying(false)} />
        </PartBoundary>
      )}
    </>
  )
}
