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
import { Fact, Facts } from '~/ui/facts.tsx'
import { DateTime } from '~/ui/time.tsx'
import { updateInstance } from '../instance-update.ts'
import { instanceUpdateBody, type Written, writtenOf } from '../written.ts'
import { choiceOf, policyOf, type RestartChoice, restartPolicies } from './auto-restart-policy.ts'

interface Values {
  policy: RestartChoice
}

const valuesOf = ({ autoRestartPolicy }: Pick<Instance, 'autoRestartPolicy'>): Values => ({
  policy: choiceOf(autoRestartPolicy),
})
const changeOf = ({ policy }: Values) => ({ autoRestartPolicy: policyOf(policy) })

export function AutoRestart({ instance, project }: { instance: Instance; project: string }) {
  const refusal = useRefusal('instance_update', { project })
  const form = useForm<Values>({ defaultValues: valuesOf(instance) })
  const { submit, startFrom, question } = useConflictSafe<Values, Written, Instance>({
    form,
    start: writtenOf(instance),
    valuesOf,
    save: (base, values) => updateInstance(instance.id, base, { ...base, ...changeOf(values) }),
  })
  useFollowRead(instance, form.formState.isDirty, (fresh) => startFrom(writtenOf(fresh)))
  const save = async (values: Values) => {
    startFrom(writtenOf(await submit(values)))
    toast({ content: outcome('Instance', instance.name, 'updated') })
  }

  return (
    <SettingsCard
      title="Auto-restart"
      form={form}
      refusal={refusal}
      failureTitle={`Could not update ${instance.name}`}
      onSubmit={save}
      request={(values) =>
        copyRequest('instanceUpdate', {
          path: { instance: instance.id },
          body: instanceUpdateBody(instance, changeOf(values)),
        })
      }
      conflict={question}
    >
      <RadioField control={form.control} name="policy" label="Policy" required choices={restartPolicies} />
      <Facts columns={2}>
        <Fact label="Cooldown ends">{dateOrNot(instance.autoRestartCooldownExpiration)}</Fact>
        <Fact label="Last restarted">{dateOrNot(instance.timeLastAutoRestarted)}</Fact>
      </Facts>
    </SettingsCard>
  )
}

const dateOrNot = (date: Date | null | undefined) => (date ? <DateTime date={date} /> : 'N/A')
