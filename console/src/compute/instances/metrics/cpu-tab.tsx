import { useState } from 'react'
import { formatPercent } from '~/lib/format/numbers.ts'
import { useInstance } from '../use-instance.ts'
import { InstanceCharts, percentOfTime } from './instance-charts.tsx'

const states = [
  { value: 'run', label: 'Running', about: 'Time that vCPUs spent running the guest.' },
  { value: 'emulation', label: 'Emulation', about: 'Time that the host spent emulating devices for the guest.' },
  { value: 'idle', label: 'Idle', about: 'Time that vCPUs were idle.' },
  {
    value: 'waiting',
    label: 'Waiting',
    about: 'Time that vCPUs were ready to run and waited for a host thread.',
  },
] as const
const all = { value: 'all', label: 'All' }

const format = (percent: number) => formatPercent(percent, 100)

export function CpuTab() {
  const { params, instance } = useInstance()
  const [chosen, setChosen] = useState<string>(states[0].value)
  return (
    <InstanceCharts
      title="CPU"
      choiceLabel="State"
      choices={[...states, all]}
      chosen={chosen}
      onChoose={setChosen}
      charts={states
        .filter(({ value }) => chosen === all.value || chosen === value)
        .map(({ value, label, about }) => ({
          project: params.project,
          label: `CPU ${label.toLowerCase()}`,
          about: `${about} As a percentage of all vCPUs of the instance.`,
          metric: 'virtual_machine:vcpu_usage',
          where: { instance_id: instance.id, state: value },
          by: 'vcpu_id',
          scale: percentOfTime,
          format,
        }))}
    />
  )
}
