import { auditOutcomes } from '@skerry/contract/rules/audit-log.ts'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Combobox } from '~/form/combobox.tsx'
import { Listbox } from '~/form/listbox.tsx'
import { Button } from '~/ui/button.tsx'
import { stateLabel } from '~/ui/badge.tsx'
import { localDateTime } from '~/ui/format/time.ts'
import { useFilterChoices } from './filter-choices.ts'
import { type AuditFilters, auditFilters } from './queries.ts'

/** To the minute. */
const localTime = (iso: string | undefined) => (iso === undefined ? '' : localDateTime(Date.parse(iso)).slice(0, 16))

const isoTime = (local: string) => (local ? new Date(local).toISOString() : '')

const valuesOf = (filters: AuditFilters) => ({
  since: localTime(filters.since),
  until: localTime(filters.until),
  actor: filters.actor ?? '',
  silo: filters.silo ?? '',
  operation: filters.operation ?? '',
  target: filters.target ?? '',
  outcome: filters.outcome ?? '',
})

const typed = [
  ['since', 'From', 'datetime-local'],
  ['until', 'To', 'datetime-local'],
  ['target', 'Target', 'text'],
] as const

const chosen = [
  ['operation', 'Operation'],
  ['silo', 'Silo'],
  ['actor', 'Actor'],
] as const

const outcomes = [
  { value: '', label: 'Any' },
  ...auditOutcomes.map((outcome) => ({ value: outcome, label: stateLabel(outcome) })),
]

const isId = (text: string) => text === '' || /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i.test(text)

/** Filters of the entries. They are in the URL: the form shows them and writes them on Apply. */
export function AuditFilterForm({ filters }: { filters: AuditFilters }) {
  const [values, setValues] = useState(() => valuesOf(filters))
  const choices = useFilterChoices(values.silo)
  const navigate = useNavigate()
  const apply = async (next: AuditFilters) => {
    const focused = document.activeElement?.id
    await navigate({
      to: '/system/audit-log',
      search: (now: { sort?: string }) => ({ ...(now.sort && { sort: now.sort }), ...next }),
    })
    // Other filters show another list, and re-create the form.
    const again = (focused && document.getElementById(focused)) || document.getElementById('audit-apply')
    again?.focus()
  }
  const problems: Partial<Record<keyof typeof values, string>> = {
    ...(!isId(values.actor.trim()) && { actor: 'Choose from the list or enter an ID' }),
    ...(!isId(values.silo.trim()) && { silo: 'Choose from the list or enter an ID' }),
    ...(values.since && values.until && values.since >= values.until && { until: 'Must be later than From' }),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [wrong] = Object.keys(problems)
    if (wrong) return document.getElementById(`audit-${wrong}`)?.focus()
    const trimmed = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim()]))
    void apply(auditFilters({ ...trimmed, since: isoTime(values.since), until: isoTime(values.until) }))
  }
  const set = (name: keyof typeof values, text: string) => setValues((now) => ({ ...now, [name]: text }))
  return (
    <form role="search" aria-label="Audit log" onSubmit={submit} noValidate className="mb-6">
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4 min-[1440px]:grid-cols-[10.75rem_10.75rem_repeat(4,minmax(0,1fr))_6rem_auto] min-[1440px]:gap-2">
        {typed.map(([name, label, type]) => (
          <div key={name} className={type === 'text' ? '' : 'max-sm:col-span-2'}>
            <label htmlFor={`audit-${name}`} className="mb-1 block text-sm text-ink-2">
              {label}
            </label>
            <input
              id={`audit-${name}`}
              type={type}
              value={values[name]}
              onChange={(event) => set(name, event.target.value)}
              autoComplete="off"
              spellCheck={false}
              aria-invalid={problems[name] ? true : undefined}
              aria-describedby={problems[name] && `audit-${name}-problem`}
              className="control"
            />
            <Problem name={name} text={problems[name]} />
          </div>
        ))}
        {chosen.map(([name, label]) => (
          <div key={name}>
            <label htmlFor={`audit-${name}`} className="mb-1 block text-sm text-ink-2">
              {label}
            </label>
            <Combobox
              id={`audit-${name}`}
              label={label}
              items={choices[name]}
              value={values[name] || null}
              onChange={(value) => set(name, value ?? '')}
              free
              placeholder="Any"
              aria-invalid={problems[name] ? true : undefined}
              aria-describedby={problems[name] && `audit-${name}-problem`}
            />
            <Problem name={name} text={problems[name]} />
          </div>
        ))}
        <div>
          <label htmlFor="audit-outcome" className="mb-1 block text-sm text-ink-2">
            Outcome
          </label>
          <Listbox
            id="audit-outcome"
            items={outcomes}
            value={values.outcome}
            onChange={(outcome) => set('outcome', outcome)}
          />
        </div>
        <div className="flex gap-2 pt-5.5">
          <Button id="audit-apply" type="submit" variant="primary">
            Apply
          </Button>
          {Object.keys(filters).length > 0 && (
            <Button onClick={() => void apply({})}>
              Clear<span className="sr-only"> filters</span>
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

const Problem = ({ name, text }: { name: string; text: string | undefined }) =>
  text && (
    <p id={`audit-${name}-problem`} className="mt-1 text-sm text-bad">
      {text}
    </p>
  )
