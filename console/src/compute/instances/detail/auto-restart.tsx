import { useRef, useState } from 'react'
import type { Instance } from '~/api/types.gen.ts'
import { RadioField } from '~/form/choice-fields.tsx'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { useLeaveGuard } from '~/form/leave-guard.ts'
import { FailureBox, useSubmission } from '~/form/submission.tsx'
import { Waiting } from '~/ui/waiting.tsx'
import { useForm } from '~/form/use-form.ts'
import { ConflictChoice, ConflictError } from '~/shell/conflict.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { Button } from '~/ui/button.tsx'
import { Card } from '~/ui/card.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { DateTime } from '~/ui/time.tsx'
import { toast } from '~/ui/toast.ts'
import { instanceUpdateBody, updateInstance } from '../instance-update.ts'
import { choiceOf, policyOf, type RestartChoice, restartPolicies } from './auto-restart-policy.ts'

interface Values {
  policy: RestartChoice
}

/** Whether an instance that fails is started again, and when that was done last. */
export function AutoRestart({ instance, project }: { instance: Instance; project: string }) {
  const base = useRef(instance)
  const [conflict, setConflict] = useState<ConflictError<Instance> | null>(null)
  const refusal = useRefusal('instance_update', { project })
  const form = useForm<Values>({ defaultValues: { policy: choiceOf(instance.autoRestartPolicy) } })
  const { isDirty } = form.formState

  const startFrom = (fresh: Instance) => {
    base.current = fresh
    setConflict(null)
    form.reset({ policy: choiceOf(fresh.autoRestartPolicy) })
  }
  const submitDisabled = refusal ?? (!isDirty && 'Nothing is changed yet')
  const { submission, isIdle, busy, failure, formProps } = useSubmission(form, {
    submitDisabled,
    failureTitle: `Could not update ${instance.name}`,
    onSubmit: async ({ policy }) => {
      setConflict(null)
      try {
        startFrom(await updateInstance(base.current, { autoRestartPolicy: policyOf(policy) }))
        toast({ content: outcome('Instance', instance.name, 'updated') })
      } catch (error) {
        if (error instanceof ConflictError) setConflict(error)
        throw error
      }
    },
  })
  useLeaveGuard(isDirty, submission)

  return (
    <Card title="Auto-restart">
      <form {...formProps} aria-label="Auto-restart" className="flex flex-col gap-4.5 px-4 py-4">
        <FailureBox failure={failure} />
        {conflict && (
          <ConflictChoice
            differences={conflict.differences}
            onReapply={() => {
              base.current = conflict.fresh
            }}
            onDiscard={() => startFrom(conflict.fresh)}
          />
        )}
        <fieldset disabled={!isIdle} className="contents">
          <RadioField control={form.control} name="policy" label="Policy" required choices={restartPolicies} />
        </fieldset>
        <Facts columns={2}>
          <Fact label="Cooldown ends">{dateOrNot(instance.autoRestartCooldownExpiration)}</Fact>
          <Fact label="Last restarted">{dateOrNot(instance.timeLastAutoRestarted)}</Fact>
        </Facts>
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" busy={busy} disabledReason={submitDisabled}>
            Save
          </Button>
          {busy && <Waiting />}
          <CopyAs
            form={form}
            request={({ policy }) =>
              copyRequest('instanceUpdate', {
                path: { instance: instance.id },
                body: instanceUpdateBody(instance, { autoRestartPolicy: policyOf(policy) }),
              })
            }
          />
        </div>
      </form>
    </Card>
  )
}

const dateOrNot = (date: Date | null | undefined) => (date ? <DateTime date={date} /> : 'N/A')
