import { ButtonLink } from '~/ui/button.tsx'
import type { Path } from './path.ts'

/** The button for a new one, key `c`. */
export interface Create {
  label: string
  /** Where its form is. */
  to: Path
  /** Why the form may not be opened. */
  refusal?: string | undefined
}

export const CreateButton = ({ label, to, refusal }: Create) => (
  <ButtonLink to={to} search state variant="primary" disabledReason={refusal} data-hotkey="c" aria-keyshortcuts="c">
    {label}
  </ButtonLink>
)
