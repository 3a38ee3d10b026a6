import { Card } from '~/ui/card.tsx'
import { chartGrid } from '~/ui/chart/line-chart.tsx'
import { Picker } from '~/ui/time-range-picker.tsx'
import { MetricChart, type MetricChartProps } from './metric-chart.tsx'
import { RangePicker } from './range-picker.tsx'

interface ChartGridProps {
  title: string
  /** Names what is chosen in the menu: `State`. */
  choiceLabel: string
  choices: readonly { value: string; label: string }[]
  chosen: string
  onChoose: (value: string) => void
  charts: readonly MetricChartProps[]
}

/** Charts side by side, and above them in one row of what, of which time, and how often they are read again. */
export const ChartGrid = ({ title, choiceLabel, choices, chosen, onChoose, charts }: ChartGridProps) => (
  <>
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Picker
        label={choiceLabel}
        chosen={choices.find(({ value }) => value === chosen)?.label ?? ''}
        items={choices.map(({ value, label }) => ({
          label,
          checked: value === chosen,
          onSelect: () => onChoose(value),
        }))}
      />
      <RangePicker />
    </div>
    <Card title={title}>
      <div className={`-mt-px ${chartGrid}`}>
        {charts.map((chart) => (
          <MetricChart key={`${chart.metric} ${JSON.stringify(chart.where)}`} {...chart} />
        ))}
      </div>
    </Card>
  </>
)

const SAMPLE_SECONDS = 5
/** What a counter grew by between two samples, as so much a second. */
export const aSecond = (mean: number): number => mean / SAMPLE_SECONDS
/** What a clock in nanoseconds grew by, as a share of the time, over so many clocks. */
export const percentOfTime = (mean: number, count: number): number => (mean * 100) / (SAMPLE_SECONDS * 1e9 * count)
