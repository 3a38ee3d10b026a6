import { useWatch } from 'react-hook-form'
import { CheckboxField, RadioField, SwitchField } from '~/form/choice-fields.tsx'
import { DescriptionField, NameField, TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { validateLength } from '~/form/validators.ts'
import { QuotaField } from '~/identity/quotas/quota-fields.tsx'
import { resources } from '~/identity/utilization/resources.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { CertificatesField } from './certificates-field.tsx'
import { newSilo, siloBody, type SiloValues } from './silo-values.ts'
import { modeLabel } from './silo-words.ts'

const modes = [
  { value: 'saml_jit', label: modeLabel.saml_jit, description: 'Users sign in through an identity provider' },
  { value: 'local_only', label: modeLabel.local_only, description: 'Users sign in with passwords' },
] as const

export function NewSilo() {
  const form = useForm<SiloValues>({ defaultValues: newSilo, secrets: ['tlsCertificates'] })
  const mode = useWatch({ control: form.control, name: 'identityMode' })
  const refused = useRefusals()
  // What gives roles in the fleet needs what the policy of the fleet needs.
  const mapRefusal = refused('system_policy_update')
  return (
    <FormPanel
      form={form}
      title="Create silo"
      refusal={refused('silo_create')}
      method="siloCreate"
      request={(values) => ({ body: siloBody(values) })}
      secrets={['key']}
      outcome={(silo) => outcome('Silo', silo.name, 'created')}
      closeTo="/system/silos"
    >
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <SwitchField
        control={form.control}
        name="discoverable"
        label="Discoverable"
        hint="Shown in lists of silos. Others are found by name only."
      />
      <section aria-labelledby="silo-quotas">
        <h3 id="silo-quotas" className="mb-3 font-semibold">
          Quotas
        </h3>
        <div className="flex flex-col gap-3.5">
          {resources.map((resource) => (
            <QuotaField key={resource.key} control={form.control} name={`quotas.${resource.key}`} resource={resource} />
          ))}
        </div>
      </section>
      <RadioField
        control={form.control}
        name="identityMode"
        label="Identity mode"
        choices={modes}
        hint="How users sign in. It cannot be changed later."
      />
      {mode === 'saml_jit' && (
        <TextField
          control={form.control}
          name="adminGroupName"
          label="Admin group name"
          hint="Members of this identity provider group are silo admins"
          rules={[validateLength('Admin group name', 256)]}
          validate={(name) => (name.includes(',') ? 'Admin group name must not have commas' : undefined)}
        />
      )}
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-md font-medium">Fleet roles</legend>
        <CheckboxField
          control={form.control}
          name="adminsRunFleet"
          label="Silo admins are fleet admins"
          refusal={mapRefusal}
        />
        <CheckboxField
          control={form.control}
          name="viewersSeeFleet"
          label="Silo viewers are fleet viewers"
          refusal={mapRefusal}
        />
        {mode === 'saml_jit' && (
          <p className="text-xs text-ink-3">The identity providers of the silo then decide who gets fleet access.</p>
        )}
      </fieldset>
      <CertificatesField control={form.control} />
    </FormPanel>
  )
}
