import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ComboboxField } from '~/form/combobox.tsx'
import { useForm } from '~/form/use-form.ts'
import { failureOf } from '~/shell/page/reads.ts'
import { configsQuery } from './queries.ts'

interface AsnPickerProps {
  value: number | undefined
  onChange: (asn: number) => void
}

/** Chooses one of the rack's autonomous systems. */
export function AsnPicker({ value, onChange }: AsnPickerProps) {
  const configs = useQuery(configsQuery)
  const asn = value ? String(value) : null
  const form = useForm<{ asn: string | null }>({ defaultValues: { asn }, saveKey: null })
  // Links lead to the page of the first one while it is open.
  useEffect(() => form.setValue('asn', asn), [form, asn])
  return (
    <form className="mb-4 w-72 max-w-full" aria-label="Autonomous system" onSubmit={(event) => event.preventDefault()}>
      <ComboboxField
        control={form.control}
        name="asn"
        label="Autonomous system"
        required
        items={configs.data?.map((each) => ({
          value: String(each.asn),
          label: String(each.asn),
          description: each.name,
        }))}
        failure={failureOf(configs)}
        onChoose={(chosen) => chosen !== null && onChange(Number(chosen))}
      />
    </form>
  )
}
