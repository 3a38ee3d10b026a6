/// <reference types="vite/client" />
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import ChartCanvas from '../../console/src/ui/chart/chart-canvas.tsx'

const format = (value: number) => String(Math.round(value))

/** Draws lines of so many points each in a new chart. @returns ms of the main thread */
async function draw(lines: number, points: number): Promise<number> {
  const to = Date.now()
  const times = Array.from({ length: points }, (_, at) => to - (points - at) * 5000)
  const series = Array.from({ length: lines }, (_line, line) => ({
    label: `line ${line}`,
    values: times.map((_, at) => 500 + 400 * Math.sin(at / 300 + line) + 60 * Math.random()),
  }))
  const root = createRoot(document.getElementById('root')!)
  const began = performance.now()
  flushSync(() =>
    root.render(
      <ChartCanvas
        label="Benchmark"
        format={format}
        from={times[0]!}
        to={to}
        onPoint={() => undefined}
        {...{ times, series }}
      />,
    ),
  )
  // The drawing itself is done in a microtask.
  await Promise.resolve()
  await Promise.resolve()
  const took = performance.now() - began
  if (!document.querySelector('canvas')?.width) throw new Error('nothing was drawn')
  root.unmount()
  return took
}

Object.assign(globalThis, { draw })
