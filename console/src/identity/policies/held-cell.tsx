import { MoreCell } from '~/table/more-cell.tsx'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import type { ReadFailure } from '~/ui/read-failure.tsx'
import { type HeldRole, heldText } from './held-roles.ts'

export const HeldCell = ({
  held,
  failure,
}: {
  held: readonly HeldRole[] | undefined
  failure?: ReadFailure | undefined
}) => (
  <SecondaryCell value={held} failure={failure}>
    {(roles) => <MoreCell items={roles.map(heldText)} />}
  </SecondaryCell>
)
