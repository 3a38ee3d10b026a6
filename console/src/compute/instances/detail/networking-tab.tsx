import { EffectiveRulesCard } from '~/network/effective-rules/effective-rules-card.tsx'
import { ExternalIpsCard } from '~/network/external-ips/external-ips-card.tsx'
import { InterfacesCard } from '~/network/network-interfaces/interfaces-card.tsx'
import { NetworksNotice } from '~/shell/page/networks-notice.tsx'
import { useInstance } from '../use-instance.ts'

export function NetworkingTab() {
  const {
    params: { project },
    instance,
  } = useInstance()
  return (
    <>
      <NetworksNotice />
      <ExternalIpsCard project={project} instance={instance} />
      <InterfacesCard project={project} instance={instance} />
      <EffectiveRulesCard project={project} instance={instance} />
    </>
  )
}
