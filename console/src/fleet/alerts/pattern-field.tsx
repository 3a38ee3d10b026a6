import { alertClasses, coversClass } from '@skerry/contract/rules/alert-classes.ts'
import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form'
import { ComboboxField } from '~/form/combobox.tsx'
import type { ListItem } from '~/form/listbox.tsx'
import { plural } from '~/lib/format/numbers.ts'

const form = /^(\w+|\*\*?)(\.(\w+|\*\*?))*$/
const subjects = [...new Set(alertClasses.map(({ name }) => name.split('.')[0]!))].filter((first) => first !== 'probe')

/** Patterns of everything and of each subject, then the classes; probes need no subscription. */
const items: readonly ListItem[] = [
  { value: '**', label: '**', description: 'Everything' },
  ...subjects.map((subject) => ({ value: `${subject}.*`, label: `${subject}.*` })),
  ...alertClasses
    .filter(({ name }) => name !== 'probe')
    .map(({ name, description }) => ({ value: name, label: name, description })),
]

/** The classes that a subscription covers; probes need none. */
export const classesCovered = (pattern: string): string[] =>
  alertClasses.map(({ name }) => name).filter((name) => name !== 'probe' && coversClass(pattern, name))

/** What is wrong with a pattern. */
function patternProblem(pattern: string | null): string | undefined {
  if (!pattern) return undefined
  if (!form.test(pattern)) return 'Pattern must be parts separated by dots, each a word, * or **'
  if (!pattern.includes('*') && classesCovered(pattern).length === 0) return `There is no alert class ${pattern}`
  return undefined
}

interface PatternFieldProps<V extends FieldValues> {
  control: Control<V>
  name: FieldPath<V>
  taken?: readonly string[]
}

/** A class of alerts, or a pattern that covers several. */
export function PatternField<V extends FieldValues>({ control, name, taken = [] }: PatternFieldProps<V>) {
  const pattern = useWatch({ control, name }) as string | null
  const covered = pattern && !patternProblem(pattern) ? classesCovered(pattern) : undefined
  return (
    <ComboboxField
      control={control}
      name={name}
      label="Pattern"
      required
      free
      items={items}
      placeholder="instance.*"
      hint={
        covered
          ? `Covers ${covered.length === 0 ? 'no class yet' : plural(covered.length, 'class', 'classes')}`
          : '* stands for one part, ** for one or more'
      }
      validate={(value: string | null) =>
        value && taken.includes(value) ? 'Already subscribed' : patternProblem(value)
      }
    />
  )
}
