interface SparklineProps {
  /** Describes the line for those who do not see it. */
  label: string
  /** Oldest first. A value holds until the next one. */
  values: readonly number[]
  /** The top of the line's box. */
  most: number
}

const [width, height] = [120, 28]
/** Keeps the line's stroke in its box. */
const inset = 1.5

/** A small line of steps without axes: how a value came to be what stands beside it. */
export function Sparkline({ label, values, most }: SparklineProps) {
  const top = Math.max(most, ...values) || 1
  const x = (at: number) => ((at / Math.max(1, values.length - 1)) * width).toFixed(1)
  const y = (value: number) => (height - inset - (value / top) * (height - 2 * inset)).toFixed(1)
  const steps = values.slice(1).map((value, before) => `H${x(before + 1)}V${y(value)}`)
  const line = `M0 ${y(values[0] ?? 0)}${steps.join('')}`
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="h-7 w-full text-accent"
    >
      <path d={`${line}V${height}H0Z`} className="fill-accent-wash" />
      <path d={line} fill="none" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
