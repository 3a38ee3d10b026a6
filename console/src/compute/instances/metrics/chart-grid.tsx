import { ChevronDown } from 'lucide-react'
import { Card } from '~/ui/card.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { MetricChart, type MetricChartProps } from './metric-chart.tsx'

interface ChartGridProps {
  title: string
  /** Names what is chosen in the heading's menu: `State`. */
  choiceLabel: string
  choices: readonly { value: string; label: string }[]
  chosen: string
  onChoose: (value: string) => void
  charts: readonly MetricChartProps[]
}

/** Charts side by side under a menu that says of what. */
export const ChartGrid = ({ title, choiceLabel, choices, chosen, onChoose, charts }: ChartGridProps) => {
  const label = choices.find(({ value }) => value === chosen)?.label ?? ''
  return (
    <Card
      title={title}
      actions={
        <MenuButton
          label={`${choiceLabel}: ${label}`}
          variant="default"
          items={choices.map((choice) => ({
            label: choice.label,
            checked: choice.value === chosen,
            onSelect: () => onChoose(choice.value),
          }))}
        >
          <span className="max-w-48 truncate">{label}</span>
          <ChevronDown />
        </MenuButton>
      }
    >
      <div className={charts.length > 1 ? '-mt-px grid xl:grid-cols-2' : '-mt-px grid'}>
        {charts.map((chart) => (
          <MetricChart key={`${chart.metric} ${JSON.stringify(chart.where)}`} {...chart} />
        ))}
      </div>
    </Card>
  )
}

const SAMPLE_SECONDS = 5
/** What a counter grew by between two samples, as so much a second. */
export const aSecond = (mean: number): number => mean / SAMPLE_SECONDS
/** What a clock in nanoseconds grew by, as a share of the time, over so many clocks. */
export const percentOfTime = (mean: number, count: number): number => (mean * 100) / (SAMPLE_SECONDS * 1e9 * count)
