import type { UseFormReturn } from 'react-hook-form'
import type { Stock } from './data.ts'
import type { InstanceDraft } from './draft.ts'

/** What each part of the form is given. */
export interface PartProps {
  form: UseFormReturn<InstanceDraft>
  stock: Stock
  /** Name or id of the project in the URL. */
  project: string
}
