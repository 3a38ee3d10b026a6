import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import Plot from 'uplot'
import { useTheme } from '~/lib/theme.ts'
import { binarySteps, tickRoom, timeTicks } from './axis.ts'
import { lineInk, type LineChartProps } from './line-chart.tsx'

const ink = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name)
// Above the highest value: the line stays clear of the edge.
const headroom = 1.2

interface ChartCanvasProps extends LineChartProps {
  /** Called with the index of the time under the pointer; null when it leaves. */
  onPoint: (index: number | null) => void
}

function optionsOf({ series, format, binary, steps }: ChartCanvasProps, latest: () => ChartCanvasProps): Plot.Options {
  const axis = { stroke: () => ink('--ink-3'), font: '11px Inter Variable, sans-serif', ticks: { show: false } }
  return {
    width: 0,
    height: 0,
    legend: { show: false },
    padding: [6, () => tickRoom(latest()), 0, 0],
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: { range: () => [latest().from / 1000, latest().to / 1000] },
      y: { range: (_plot, _least, most) => [0, most > 0 ? most * headroom : 1] },
    },
    axes: [
      {
        ...axis,
        // px: a line of text below the plot
        size: 26,
        gap: 8,
        // px between ticks: a whole date has room
        space: 84,
        grid: { show: false },
        values: (_plot, seconds) =>
          timeTicks(
            seconds.map((each) => each * 1000),
            latest(),
          ),
      },
      {
        ...axis,
        size: 76,
        ...(binary && { incrs: [...binarySteps] }),
        grid: { stroke: () => ink('--line'), width: 1 },
        values: (_plot, values) => values.map((value) => format(value)),
      },
    ],
    series: [
      {},
      ...series.map(({ label, ink: chosen }, at) => ({
        label,
        width: 1.5,
        stroke: () => ink(lineInk(chosen ?? at)),
        points: { show: false },
        ...(steps && { paths: Plot.paths.stepped?.({ align: 1 }) }),
      })),
    ],
    hooks: { setCursor: [(plot) => latest().onPoint(plot.cursor.idx ?? null)] },
  }
}

const dataOf = ({ times, series }: ChartCanvasProps): Plot.AlignedData => [
  times.map((time) => time / 1000),
  ...series.map(({ values }) => [...values]),
]

/** The canvas. New points are added to it; it is recreated only when the series change. */
export default function ChartCanvas(props: ChartCanvasProps) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot | null>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const theme = useTheme()
  const lines = props.series.map(({ label, ink: chosen }) => `${label} ${chosen}`).join('\n')

  useEffect(() => {
    const element = box.current
    if (!element) return
    const options = optionsOf(latest.current, () => latest.current)
    const size = () => ({ width: element.clientWidth, height: element.clientHeight })
    const made = new Plot({ ...options, ...size() }, dataOf(latest.current), element)
    plot.current = made
    const observer = new ResizeObserver(() => made.setSize(size()))
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.destroy()
    }
  }, [lines])
  useEffect(() => plot.current?.setData(dataOf(latest.current)), [props.times, props.series])
  useEffect(() => plot.current?.redraw(), [theme])

  return <div ref={box} aria-hidden="true" className="h-full" />
}
