import { PageOutlet } from '~/ui/page-outlet.tsx'
import { TabLink, Tabs } from '~/ui/tabs.tsx'
import { useInstance } from '../use-instance.ts'

export function MetricsTab() {
  const { params } = useInstance()
  return (
    <>
      <Tabs label="Metrics">
        <TabLink to="/projects/$project/instances/$instance/metrics/cpu" params={params} search>
          CPU
        </TabLink>
        <TabLink to="/projects/$project/instances/$instance/metrics/disk" params={params} search>
          Disk
        </TabLink>
        <TabLink to="/projects/$project/instances/$instance/metrics/network" params={params} search>
          Network
        </TabLink>
      </Tabs>
      <PageOutlet />
    </>
  )
}
