import { ShortId } from '~/ui/truncate.tsx'
import { useTooltip } from '~/ui/tooltip.tsx'
import { VisuallyHidden } from '~/ui/visually-hidden.tsx'

const tip = 'Not a user or group that you can see. It may be deleted, or belong to another silo.'

export function UnknownIdentity({ id }: { id: string }) {
  const tooltip = useTooltip(tip)
  return (
    <span {...tooltip} className="min-w-0">
      <ShortId id={id} length={36} />
      <VisuallyHidden> {tip}</VisuallyHidden>
    </span>
  )
}
