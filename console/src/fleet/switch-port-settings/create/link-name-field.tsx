import { nameProblem } from '@skerry/contract/rules/names.ts'
import type { Control } from 'react-hook-form'
import { ComboboxField } from '~/form/combobox.tsx'

interface LinkNameFieldProps<D extends { linkName: string }> {
  control: Control<D>
  /** Names of the links that the form has by now. */
  links: readonly string[]
}

/** The link of a row; those of the form are offered. */
export function LinkNameField<D extends { linkName: string }>({ control, links }: LinkNameFieldProps<D>) {
  return (
    <ComboboxField
      // The row has more; this field asks for nothing else of it.
      control={control as unknown as Control<{ linkName: string }>}
      name="linkName"
      label="Link"
      required
      free
      items={links.map((link) => ({ value: link, label: link }))}
      validate={(name) => {
        const problem = nameProblem(name)
        return problem && `Link ${problem}`
      }}
    />
  )
}
