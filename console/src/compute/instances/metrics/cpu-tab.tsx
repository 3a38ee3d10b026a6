import { useState } from 'react'
import { formatPercent } from '~/ui/format/numbers.ts'
import { useInstance } from '../use-instance.ts'
import { ChartGrid, percentOfTime } from './chart-grid.tsx'

const states = [
  { value: 'run', label: 'Running', about: 'Time in which a virtual CPU ran what the guest told it to.' },
  { value: 'emulation', label: 'Emulation', about: 'Time in which the host did what the guest asked of a device.' },
  { value: 'idle', label: 'Idle', about: 'Time in which the guest had nothing to do.' },
  {
    value: 'waiting',
    label: 'Waiting',
    about: 'Time in which the guest wanted to run and the host had no thread free.',
  },
] as const
const all = { value: 'all', label: 'All' }

const format = (percent: number) => formatPercent(percent, 100)

export function CpuTab() {
  const { params, instance } = useInstance()
  const [chosen, setChosen] = useState<string>(states[0].value)
  return (
    <ChartGrid
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
          about: `${about} In percent of all virtual CPUs of the instance.`,
          metric: 'virtual_machine:vcpu_usage',
          where: { instance_id: instance.id, state: value },
          by: 'vcpu_id',
          scale: percentOfTime,
          format,
        }))}
    />
  )
}
