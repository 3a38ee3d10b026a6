import { affinity, antiAffinity } from '~/compute/affinity/kinds.ts'
import { useInstance } from '../use-instance.ts'
import { AutoRestart } from './auto-restart.tsx'
import { Firmware } from './firmware.tsx'
import { GroupsCard } from './groups-card.tsx'

export function SettingsTab() {
  const { params, instance } = useInstance()
  return (
    <>
      <GroupsCard kind={antiAffinity} params={params} instance={instance} />
      <GroupsCard kind={affinity} params={params} instance={instance} />
      <Firmware key={`firmware ${instance.id}`} instance={instance} project={params.project} />
      <AutoRestart key={instance.id} instance={instance} project={params.project} />
    </>
  )
}
