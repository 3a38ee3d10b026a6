import { instanceCan } from '@skerry/contract/rules/instances.ts'
import type { Instance } from '~/api/types.gen.ts'
import { RadioField } from '~/form/choice-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { toast } from '~/lib/toast.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { useConflictSafe } from '~/shell/conflict/use-conflict-safe.tsx'
import { useFollowRead } from '~/shell/form/follow-read.ts'
import { SettingsCard } from '~/shell/form/settings-card.tsx'
import { useFirmwareChoices } from '../firmware.ts'
import { updateInstance } from '../instance-update.ts'
import { instanceUpdateBody, type Written, writtenOf } from '../written.ts'

type Values = Required<Pick<Instance, 'firmware'>>

const valuesOf = ({ firmware = 'auto' }: Pick<Instance, 'firmware'>): Values => ({ firmware })

export function Firmware({ instance, project }: { instance: Instance; project: string }) {
  const choices = useFirmwareChoices()
  const refusal = useRefusal('instance_update', { project }) ?? instanceCan.updateFirmware.refusal(instance)
  const form = useForm<Values>({ defaultValues: valuesOf(instance), saveKey: 'firmware' })
  const { submit, startFrom, question } = useConflictSafe<Values, Written, Instance>({
    form,
    start: writtenOf(instance),
    valuesOf,
    save: (base, values) => updateInstance(instance.id, base, { ...base, ...values }),
  })
  useFollowRead(instance, form.formState.isDirty, (fresh) => startFrom(writtenOf(fresh)))
  const save = async (values: Values) => {
    startFrom(writtenOf(await submit(values)))
    toast({ content: outcome('Instance', instance.name, 'updated') })
  }
  if (!choices) return null
  return (
    <SettingsCard
      title="Firmware"
      form={form}
      refusal={refusal}
      failureTitle={`Could not update ${instance.name}`}
      onSubmit={save}
      request={(values) =>
        copyRequest('instanceUpdate', { path: { instance: instance.id }, body: instanceUpdateBody(instance, values) })
      }
      conflict={question}
    >
      <RadioField control={form.control} name="firmware" label="Boots with" required choices={choices} />
    </SettingsCard>
  )
}
