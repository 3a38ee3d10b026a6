import { lineInk } from '~/ui/chart/line-chart.tsx'

interface LegendProps {
  label: string
  names: readonly string[]
  /** Places of the lines that are not drawn. */
  hidden: ReadonlySet<number>
  onToggle: (at: number) => void
}

/** The lines of a chart by name; a click hides or shows one. */
export const Legend = ({ label, names, hidden, onToggle }: LegendProps) => (
  <div role="group" aria-label={label} className="flex max-h-32 flex-wrap gap-1 overflow-y-auto px-4">
    {names.map((name, at) => {
      const isShown = !hidden.has(at)
      return (
        <button
          // Two series may have one name: only their places tell them apart.
          key={at}
          type="button"
          aria-pressed={isShown}
          onClick={() => onToggle(at)}
          className={`flex max-w-full items-center gap-1.5 rounded-sm px-1.5 py-0.5 text-sm hover:bg-raised pointer-coarse:min-h-10 ${
            isShown ? 'text-ink-2' : 'text-ink-3 line-through'
          }`}
        >
          <span
            aria-hidden="true"
            className="h-0.5 w-3 flex-none"
            style={{ background: isShown ? `var(${lineInk(at)})` : 'transparent' }}
          />
          <span className="min-w-0 truncate">{name}</span>
        </button>
      )
    })}
  </div>
)
