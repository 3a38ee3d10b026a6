import type { UseFormReturn } from 'react-hook-form'
import type { Available } from './data.ts'
import type { InstanceDraft } from './draft.ts'

/** What each part of the form is given. */
export interface PartProps {
  form: UseFormReturn<InstanceDraft>
  available: Available
  /** Name or id of the project in the URL. */
  project: string
}
