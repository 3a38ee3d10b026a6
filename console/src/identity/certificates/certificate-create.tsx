import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { useMe } from '~/shell/access/session.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { CertificateFields } from './certificate-fields.tsx'

export function NewCertificate() {
  const { siloName } = useMe()
  const form = useForm({ defaultValues: { name: '', description: '', certificate: '', privateKey: '' } })
  const refusal = useRefusal('certificate_create')
  return (
    <FormPanel
      form={form}
      title="Add certificate"
      refusal={refusal}
      method="certificateCreate"
      request={({ certificate: cert, privateKey: key, ...named }) => ({
        body: { ...named, cert, key, service: 'external_api' },
      })}
      secrets={['key']}
      outcome={({ name }) => outcome('Certificate', name, 'added')}
      closeTo="/certificates"
    >
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <CertificateFields
        control={form.control}
        cert="certificate"
        privateKey="privateKey"
        host={`${siloName}.sys.<domain>`}
      />
    </FormPanel>
  )
}
