import { parseJson } from '@skerry/contract/rules/json.ts'
import { TextAreaField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { validateRootRole } from './root-role.ts'

export function NewTrustRoot() {
  const form = useForm({ defaultValues: { rootRole: '' } })
  const refusal = useRefusal('system_update_trust_root_create')
  return (
    <FormPanel
      form={form}
      title="Add trust root"
      refusal={refusal}
      method="systemUpdateTrustRootCreate"
      request={({ rootRole }) => ({ body: parseJson(rootRole) })}
      outcome={({ id }) => outcome('Trust root', id, 'added')}
      closeTo="/system/updates/trust-roots"
    >
      <TextAreaField
        control={form.control}
        name="rootRole"
        label="Root role"
        required
        mono
        rows={16}
        placeholder='{"signatures": [], "signed": {"_type": "root"}}'
        hint="The file 1.root.json, signed by its own keys and not expired"
        rules={[validateRootRole]}
      />
    </FormPanel>
  )
}
