import { Button, ButtonLink } from '~/ui/button.tsx'
import type { QuickAction } from '../palette/quick-actions.ts'
import type { Path } from '../paths/path.ts'

/** The button for a new one, key `c`. */
export type Create = {
  label: string
  /** Why it may not be made. */
  refusal?: string | undefined
} & (
  | {
      /** Where its form is. */
      to: Path
    }
  | {
      /** Makes one that needs no form. */
      onCreate: () => void
    }
)

const key = { 'data-hotkey': 'c', 'aria-keyshortcuts': 'c' }

export const CreateButton = ({ label, refusal, ...how }: Create) =>
  'to' in how && !refusal ? (
    <ButtonLink to={how.to} search state variant="primary" {...key}>
      {label}
    </ButtonLink>
  ) : (
    // Its key shows the refusal.
    <Button variant="primary" refusal={refusal} onClick={'to' in how ? undefined : how.onCreate} {...key}>
      {label}
    </Button>
  )

export const createAction = ({ label, refusal, ...how }: Create): QuickAction => ({
  group: 'Actions',
  label,
  refusal,
  ...('to' in how ? { to: how.to } : { run: how.onCreate }),
})
