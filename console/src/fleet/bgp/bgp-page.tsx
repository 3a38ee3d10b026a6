import { useLocation } from '@tanstack/react-router'
import { isCurrent } from '~/shell/frame/navigation.ts'
import { useShownReads } from '~/shell/page/shown-reads.ts'
import { PageHeader } from '~/ui/page-header.tsx'
import { PageOutlet } from '~/ui/page-outlet.tsx'
import { TabLink, Tabs } from '~/ui/tabs.tsx'

const tabs = [
  { label: 'Configurations', to: '/system/networking/bgp/configs' },
  { label: 'Peers', to: '/system/networking/bgp/peers' },
  { label: 'Announce Sets', to: '/system/networking/bgp/announce-sets' },
  { label: 'Routes', to: '/system/networking/bgp/routes' },
  { label: 'History', to: '/system/networking/bgp/history' },
] as const

const about = 'BGP exchanges routes between the switches and the routers around the rack.'

export function BgpPage() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const refresh = useShownReads(
    'networkingBgpConfigList',
    'networkingBgpStatus',
    'networkingBgpAnnounceSetList',
    'networkingBgpExported',
    'networkingBgpImportedRoutesIpv4',
    'networkingBgpMessageHistory',
  )
  return (
    <>
      <PageHeader title="BGP" refresh={refresh} about={{ title: 'BGP', text: about }} />
      <Tabs label="BGP">
        {tabs.map(({ label, to }) => (
          // The panels of a tab are over it, though their URLs stand beside its own: `configs-new`.
          <TabLink key={to} to={to} data-status={isCurrent(to, pathname) ? 'active' : undefined}>
            {label}
          </TabLink>
        ))}
      </Tabs>
      <div className="pb-7">
        <PageOutlet />
      </div>
    </>
  )
}
