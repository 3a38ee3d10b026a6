import { maxAsn } from '@skerry/contract/rules/asn.ts'
import { useQuery } from '@tanstack/react-query'
import { ComboboxField } from '~/form/combobox.tsx'
import { NumberField } from '~/form/number-field.tsx'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { failureOf } from '~/shell/page/reads.ts'
import { announceSetsQuery, configsQuery } from './queries.ts'

interface Values {
  name: string
  description: string
  asn: number | null
  announceSet: string | null
  vrf: string
}

export function NewConfig() {
  const sets = useQuery(announceSetsQuery)
  const configs = useQuery(configsQuery).data
  const form = useForm<Values>({ defaultValues: { name: '', description: '', asn: null, announceSet: null, vrf: '' } })
  const refusal = useRefusal('networking_bgp_config_create')
  const taken = (wanted: number | null) => {
    const other = configs?.find(({ asn }) => asn === wanted)
    return other && `Configuration "${other.name}" has ASN ${wanted} already`
  }
  return (
    <FormPanel
      form={form}
      title="Create BGP configuration"
      refusal={refusal ?? (sets.data?.length === 0 && 'No announce sets yet. Create one first.')}
      method="networkingBgpConfigCreate"
      request={({ name, description, asn, announceSet, vrf }) => ({
        body: { name, description, asn: asn ?? 0, bgpAnnounceSetId: announceSet ?? '', vrf: vrf || null },
      })}
      outcome={({ name }) => outcome('BGP configuration', name, 'created')}
      closeTo="/system/networking/bgp/configs"
    >
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <NumberField
        control={form.control}
        name="asn"
        label="ASN"
        required
        max={maxAsn}
        hint="The autonomous system number of the rack"
        validate={taken}
      />
      <ComboboxField
        control={form.control}
        name="announceSet"
        label="Announce set"
        required
        hint={sets.data?.length === 0 ? 'No announce sets yet. Create one first.' : 'The networks that peers receive'}
        items={sets.data?.map(({ id, name, description }) => ({ value: id, label: name, description }))}
        failure={failureOf(sets)}
      />
      <NameField control={form.control} name="vrf" label="VRF" required={false} />
    </FormPanel>
  )
}
