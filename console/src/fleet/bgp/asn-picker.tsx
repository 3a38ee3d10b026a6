import { useQuery } from '@tanstack/react-query'
import { ComboboxField } from '~/form/combobox.tsx'
import { useForm } from '~/form/use-form.ts'
import { failureOf } from '~/shell/reads.ts'
import { configsQuery } from './queries.ts'

interface AsnPickerProps {
  value: number | undefined
  onChange: (asn: number) => void
}

/** Chooses one of the rack's autonomous systems. */
export function AsnPicker({ value, onChange }: AsnPickerProps) {
  const configs = useQuery(configsQuery)
  const form = useForm<{ asn: string | null }>({ defaultValues: { asn: value ? String(value) : null }, saveKey: null })
  return (
    <form className="mb-4 w-72 max-w-full" aria-label="Autonomous system" onSubmit={(event) => event.preventDefault()}>
      <ComboboxField
        control={form.control}
        name="asn"
        label="Autonomous system"
        required
        items={configs.data?.map(({ asn, name }) => ({ value: String(asn), label: String(asn), description: name }))}
        failure={failureOf(configs)}
        onChoose={(asn) => asn !== null && onChange(Number(asn))}
      />
    </form>
  )
}
