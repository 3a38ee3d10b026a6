import { useMatch } from '@tanstack/react-router'
import { thingAt } from '../paths/thing-at.ts'

/** On a page that was not found: that its thing may be gone. */
export default function MissingNote() {
  const thing = useMatch({ strict: false, select: ({ fullPath, params }) => thingAt(fullPath, params) })
  return (
    thing && (
      <span className="mt-2 block [overflow-wrap:anywhere]">
        There is no {thing}. It may have been deleted or renamed.
      </span>
    )
  )
}
