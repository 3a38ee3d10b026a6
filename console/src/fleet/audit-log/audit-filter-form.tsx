import { auditOutcomes } from '@skerry/contract/rules/audit-log.ts'
import { useNavigate } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { ComboboxField } from '~/form/combobox.tsx'
import { FilterFields } from '~/form/field.tsx'
import { ListboxField } from '~/form/listbox.tsx'
import { TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { localDateTime, localTimeProblem, momentsOf } from '~/lib/format/time.ts'
import { stateLabel } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { useFilterChoices } from './filter-choices.ts'
import { type AuditFilters, auditFilters } from './queries.ts'

/** To the minute. */
const localTime = (iso: string | undefined) => (iso === undefined ? '' : localDateTime(Date.parse(iso)).slice(0, 16))

const isoTime = (moment: number | undefined) => (moment === undefined ? '' : new Date(moment).toISOString())

interface Values {
  since: string
  until: string
  target: string
  operation: string | null
  silo: string | null
  actor: string | null
  outcome: string
}

const outcomes = [
  { value: '', label: 'Any' },
  ...auditOutcomes.map((outcome) => ({ value: outcome, label: stateLabel(outcome) })),
]

const validateId = (text: string | null) =>
  /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i.test(text ?? '') ? undefined : 'Choose from the list or enter an ID'

/** Filters of the entries. They are in the URL: the form shows them and writes them on Apply. */
export function AuditFilterForm({ filters }: { filters: AuditFilters }) {
  const { since, until, target = '', operation = null, silo = null, actor = null, outcome = '' } = filters
  const times = { since: localTime(since), until: localTime(until) }
  const { control, handleSubmit } = useForm<Values>({
    defaultValues: { ...times, target, operation, silo, actor, outcome },
    saveKey: null,
  })
  const choices = useFilterChoices(useWatch({ control, name: 'silo' }) ?? '')
  const id = 'audit-filters'
  const navigate = useNavigate()
  const apply = async (next: AuditFilters) => {
    const elements = () => [...(document.getElementById(id) as HTMLFormElement).elements] as HTMLElement[]
    const focused = elements().findIndex((element) => element === document.activeElement)
    await navigate({
      to: '/system/audit-log',
      search: (now: { sort?: string }) => ({ ...(now.sort && { sort: now.sort }), ...next }),
    })
    // Other filters show another list, and re-create the form.
    const again = elements()
    ;(again[focused] ?? again.find((element) => element.matches('[type=submit]')))?.focus()
  }
  const submit = ({ since: from, until: to, ...rest }: Values) =>
    apply(auditFilters({ ...rest, since: isoTime(momentsOf(from)[0]), until: isoTime(momentsOf(to).at(-1)) }))
  const chosen = { control, placeholder: 'Any', free: true }
  return (
    <form id={id} role="search" aria-label="Audit log" onSubmit={handleSubmit(submit)} noValidate className="mb-6">
      <FilterFields value>
        <div className="grid grid-cols-2 items-start gap-3 max-sm:*:nth-[-n+2]:col-span-2 lg:grid-cols-[max-content_max-content_minmax(0,1fr)_minmax(0,1fr)] min-[1440px]:grid-cols-[max-content_max-content_minmax(0,1fr)_minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1fr)_6rem_auto] min-[1440px]:gap-2">
          <TextField control={control} name="since" label="From" type="datetime-local" rules={[localTimeProblem]} />
          <TextField
            control={control}
            name="until"
            label="To"
            type="datetime-local"
            rules={[localTimeProblem]}
            validate={(to, { since: from }) => (from && from >= to ? 'Must be later than From' : undefined)}
          />
          <TextField control={control} name="target" label="Target" />
          <ComboboxField {...chosen} name="operation" label="Operation" items={choices.operation} />
          <ComboboxField {...chosen} name="silo" label="Silo" items={choices.silo} validate={validateId} />
          <ComboboxField {...chosen} name="actor" label="Actor" items={choices.actor} validate={validateId} />
          <ListboxField control={control} name="outcome" label="Outcome" items={outcomes} />
          <div className="mt-5.5 flex min-h-9 items-center gap-2">
            <Button type="submit" variant="primary" className="min-h-9">
              Apply
            </Button>
            {Object.keys(filters).length > 0 && (
              <Button className="min-h-9" onClick={() => void apply({})}>
                Clear<span className="sr-only"> filters</span>
              </Button>
            )}
          </div>
        </div>
      </FilterFields>
    </form>
  )
}
