import { useTooltip } from '~/ui/tooltip.tsx'

/** The first of a list, then "+N" with the rest in its tooltip. A dash for an empty list. */
export function MoreCell({ items }: { items: readonly string[] }) {
  const [first, ...rest] = items
  const tooltip = useTooltip(rest.length > 0 && rest.join('\n'))
  if (first === undefined) return <span className="text-ink-3">—</span>
  return (
    <>
      {first}
      {rest.length > 0 && (
        <span {...tooltip} className="text-ink-3">
          {' '}
          <span aria-hidden="true">+{rest.length}</span>
          <span className="sr-only">{rest.join(', ')}</span>
        </span>
      )}
    </>
  )
}
