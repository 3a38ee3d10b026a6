import { useState } from 'react'
import { useInstance } from '../use-instance.ts'
import { aSecond, InstanceCharts } from './instance-charts.tsx'

interface PartChartsProps {
  title: string
  choiceLabel: string
  allLabel: string
  /** The instance's disks or interfaces. */
  parts: readonly { id: string; name: string }[]
  /** What all metrics are of: `virtual_disk`. */
  target: string
  metrics: readonly { name: string; label: string; about: string; format: (value: number) => string }[]
  /** Fields of the series. */
  instanceField: string
  partField: string
}

const ALL = 'all'

export function PartCharts(props: PartChartsProps) {
  const { title, choiceLabel, allLabel, parts, target, metrics, instanceField, partField } = props
  const { params, instance } = useInstance()
  const [wanted, setChosen] = useState(ALL)
  const chosen = parts.some(({ id }) => id === wanted) ? wanted : ALL
  return (
    <InstanceCharts
      title={title}
      choiceLabel={choiceLabel}
      choices={[{ value: ALL, label: allLabel }, ...parts.map(({ id, name }) => ({ value: id, label: name }))]}
      chosen={chosen}
      onChoose={setChosen}
      charts={metrics.map(({ name, label, about, format }) => ({
        project: params.project,
        label,
        about,
        metric: `${target}:${name}`,
        where: { [instanceField]: instance.id, ...(chosen !== ALL && { [partField]: chosen }) },
        ...(chosen === ALL && { by: instanceField }),
        scale: aSecond,
        format,
        binary: name.startsWith('bytes'),
      }))}
    />
  )
}
