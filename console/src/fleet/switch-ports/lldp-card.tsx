import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LldpLinkConfig, SwitchPort } from '~/api/types.gen.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { failureOf } from '~/shell/page/reads.ts'
import { Button } from '~/ui/button.tsx'
import { Card } from '~/ui/card.tsx'
import { Fact } from '~/ui/facts.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { ReadFailureNotice } from '~/ui/read-failure.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { lldpQuery } from './queries.ts'

const EditLldp = lazyPart(() => import('./edit-lldp.tsx'))

export function LldpCard({ port }: { port: SwitchPort }) {
  const lldp = useQuery(lldpQuery(port))
  const failure = failureOf(lldp)
  const refusal = useRefusal('networking_switch_port_lldp_config_update')
  // The configuration when the form was opened: a refresh does not change it.
  const [edited, setEdited] = useState<LldpLinkConfig | null>(null)
  const none = lldp.data === null && 'The port has no settings with a link'
  return (
    <Card
      title="LLDP"
      actions={
        <Button
          refusal={refusal ?? (none || (!lldp.data && 'It is not read yet'))}
          onClick={() => setEdited(lldp.data ?? null)}
        >
          Edit LLDP
        </Button>
      }
    >
      {failure ? (
        <div className="p-4">
          <ReadFailureNotice what="The LLDP configuration" failure={failure} />
        </div>
      ) : lldp.data === undefined ? (
        <div className="px-4 py-3.5">
          <Skeleton width="24ch" />
        </div>
      ) : lldp.data === null ? (
        <p className="px-4 py-3.5 text-ink-2">No LLDP: the port has no settings with a link.</p>
      ) : (
        <LldpFacts config={lldp.data} />
      )}
      {edited && (
        <PartBoundary onFailed={() => setEdited(null)}>
          <EditLldp port={port} config={edited} onClose={() => setEdited(null)} />
        </PartBoundary>
      )}
    </Card>
  )
}

const LldpFacts = ({ config }: { config: LldpLinkConfig }) => (
  <dl className="-mr-px -mb-px grid overflow-hidden md:grid-cols-2 xl:grid-cols-3">
    <Fact label="LLDP">{config.enabled ? 'Enabled' : 'Disabled'}</Fact>
    <Fact label="Chassis ID">{config.chassisId}</Fact>
    <Fact label="Management IP">{config.managementIp}</Fact>
    <Fact label="Link name">{config.linkName}</Fact>
    <Fact label="Link description">{config.linkDescription}</Fact>
    <Fact label="System name">{config.systemName}</Fact>
    <Fact label="System description">{config.systemDescription}</Fact>
  </dl>
)
