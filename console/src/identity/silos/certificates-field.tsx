import { type Control, useWatch } from 'react-hook-form'
import type { CertificateCreate } from '~/api/types.gen.ts'
import { SubForm } from '~/form/sub-form.tsx'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { CertificateFields } from '../certificates/certificate-fields.tsx'
import type { SiloValues } from './silo-values.ts'

type Draft = Omit<CertificateCreate, 'service'>

/** The certificates that the silo's own host is served with. */
export function CertificatesField({ control }: { control: Control<SiloValues> }) {
  const silo = useWatch({ control, name: 'name' })
  return (
    <SubForm<SiloValues, 'tlsCertificates', Draft, CertificateCreate>
      control={control}
      name="tlsCertificates"
      label="TLS certificates"
      required
      blank={{ name: '', description: '', cert: '', key: '' }}
      secrets={['key']}
      toRow={(draft) => ({ ...draft, service: 'external_api' })}
      toDraft={({ service: _, ...draft }) => draft}
      textOf={({ name }) => name}
      columns={[{ header: 'Name', cell: ({ name }) => name }]}
      addLabel="Add certificate"
    >
      {(draft) => (
        <>
          <NameField control={draft.control} name="name" label="Certificate name" />
          <DescriptionField control={draft.control} name="description" label="Certificate description" />
          <CertificateFields
            control={draft.control}
            cert="cert"
            privateKey="key"
            host={`${silo || '<silo>'}.sys.<domain>`}
          />
        </>
      )}
    </SubForm>
  )
}
