import './without-eval.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { apiCall, refreshAfter } from '~/api/queries.ts'
import type { SwitchPortSettings } from '~/api/types.gen.ts'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { addFilledRows } from '~/form/form-extras.ts'
import { PageForm } from '~/form/page-form.tsx'
import { useForm } from '~/form/use-form.ts'
import { toast } from '~/lib/toast.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { FormTabs } from '~/shell/form/form-tabs.tsx'
import { Notice } from '~/ui/notice.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { bgpConfigsQuery, portSettingsPath, portSettingsQuery } from '../queries.ts'
import { confirmReplacing } from './confirm-replacing.tsx'
import { blankDraft, type SettingsDraft } from './draft.ts'
import { duplicateOf } from './duplicate.ts'
import { FieldsOfSettings } from './fields-of-settings.tsx'
import { jsonProblems } from './json-check.ts'
import { draftOfJson, jsonOf, requestBody } from './json-draft.ts'
import { JsonField } from './json-field.tsx'

const route = getRouteApi('/_app/system/networking/switch-port-settings-new')

export function NewPortSettings() {
  const { duplicate } = route.useSearch()
  if (duplicate === undefined) return <SettingsForm begin={() => blankDraft} />
  return <Duplicate key={duplicate} name={duplicate} />
}

function Duplicate({ name }: { name: string }) {
  const { data: original } = useSuspenseQuery(portSettingsQuery(name))
  const configs = useQuery(bgpConfigsQuery).data
  const nameOf = (id: string) => configs?.find((each) => each.id === id)?.name
  return <SettingsForm original={original} begin={() => duplicateOf(original, nameOf)} />
}

interface SettingsFormProps {
  /** The settings that it begins with. */
  original?: SwitchPortSettings
  begin: () => SettingsDraft
}

const tabs = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const

/** New settings, as fields or as the request's JSON: each can be switched to while it can express the other. */
function SettingsForm({ original, begin }: SettingsFormProps) {
  const navigate = useNavigate()
  const refusal = useRefusal('networking_switch_port_settings_create')
  // Replacing is a change that needs the same role as deleting.
  const noReplacing = useRefusal('networking_switch_port_settings_delete')
  const [defaultValues] = useState(begin)
  const [switchProblem, setSwitchProblem] = useState<string | null>(null)
  const form = useForm<SettingsDraft>({ defaultValues, secrets: ['peers.0.md5AuthKey'] })
  const mode = useWatch({ control: form.control, name: 'mode' })

  const toJson = async () => {
    // A row that is filled in but not added would be lost.
    if (!(await addFilledRows(form.control))) return
    form.setValue('json', jsonOf(form.getValues()), { shouldDirty: true })
    form.setValue('mode', 'json', { shouldDirty: true })
  }
  const toForm = () => {
    const text = form.getValues('json')
    if (jsonProblems(text).length > 0) return setSwitchProblem('Fix the problems of the JSON to open the form.')
    const read = draftOfJson(text)
    if (typeof read === 'string') return setSwitchProblem(read)
    setSwitchProblem(null)
    form.reset(read, { keepDefaultValues: true })
  }
  const submit = async (draft: SettingsDraft) => {
    const body = requestBody(draft)
    await confirmReplacing(body.name, noReplacing)
    const settings = await apiCall('networkingSwitchPortSettingsCreate', { body })
    void refreshAfter('networkingSwitchPortSettingsCreate')
    toast({ content: outcome('Switch port settings', settings.name, 'saved') })
    return settings
  }
  const keyless = original?.bgpPeers.filter(({ hasMd5AuthKey }) => hasMd5AuthKey).map(({ addr }) => addr) ?? []

  return (
    <PageForm
      form={form}
      label="Create switch port settings"
      header={<PageHeader title={original ? `Duplicate ${original.name}` : 'Create switch port settings'} />}
      submitLabel="Create settings"
      refusal={refusal}
      onSubmit={submit}
      onClose={() => navigate({ to: '/system/networking/switch-port-settings' })}
      onDone={({ name }) => navigate({ to: portSettingsPath(name) })}
      copyAs={
        <CopyAs
          form={form}
          request={(draft) =>
            copyRequest('networkingSwitchPortSettingsCreate', { body: requestBody(draft) }, ['md5AuthKey'])
          }
        />
      }
    >
      {keyless.length > 0 && (
        <Notice
          title="MD5 keys are not copied"
          content={`Keys cannot be read. Enter them again for ${keyless.join(', ')}.`}
        />
      )}
      {original && original.addresses.length > 0 && (
        <Notice
          title="Each address can be used once"
          content={`Change the addresses, or enter the name ${original.name} to replace those settings.`}
        />
      )}
      <FormTabs
        label="Form or JSON"
        tabs={tabs}
        value={mode}
        onChange={(next) => (next === mode ? undefined : next === 'json' ? void toJson() : toForm())}
      >
        {mode === 'json' ? (
          <>
            {switchProblem && <Notice tone="bad" content={switchProblem} />}
            <JsonField control={form.control} />
          </>
        ) : (
          <FieldsOfSettings form={form} />
        )}
      </FormTabs>
    </PageForm>
  )
}
