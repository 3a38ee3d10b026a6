import { Outlet, useSearch } from '@tanstack/react-router'
import { TabLink, Tabs } from '~/ui/tabs.tsx'
import { useInstance } from '../use-instance.ts'
import { RangePicker } from './range-picker.tsx'

/** What an instance does over time: processor, disks and network, each a tab. */
export function MetricsTab() {
  const { params } = useInstance()
  const search = useSearch({ from: '/_app/projects/$project/instances/$instance/_tabs/metrics' })
  return (
    <>
      <RangePicker search={search} />
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
      <Outlet />
    </>
  )
}
