import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { callOrThrow, refreshAfter } from '~/api/queries.ts'
import type { AlertProbeResult, AlertReceiver } from '~/api/types.gen.ts'
import { CheckboxField } from '~/form/choice-fields.tsx'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { useForm } from '~/form/use-form.ts'
import { messageOf } from '~/lib/errors.ts'
import { plural } from '~/lib/format/numbers.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { Button } from '~/ui/button.tsx'
import { Modal } from '~/ui/modal.tsx'
import { Notice } from '~/ui/notice.tsx'
import { attemptText } from './attempt-words.ts'

interface ProbeModalProps {
  receiver: AlertReceiver
  onClose: () => void
}

interface Values {
  resend: boolean
}

/** Sends a receiver a probe, and shows the result. */
export default function ProbeModal({ receiver, onClose }: ProbeModalProps) {
  const [answer, setAnswer] = useState<AlertProbeResult>()
  const form = useForm<Values>({ defaultValues: { resend: false }, saveKey: null })
  const resendRefusal = useRefusal('alert_delivery_resend')
  const request = ({ resend }: Values) => ({ path: { receiver: receiver.id }, query: { resend: resend || undefined } })
  const send = async (values: Values) => {
    const sent = await callOrThrow('alertReceiverProbe', request(values))
    void refreshAfter('alertReceiverProbe')
    return sent
  }
  const again = useMutation({ mutationFn: () => send(form.getValues()), onSuccess: setAnswer })
  if (answer) return <ProbeResult receiver={receiver} answer={answer} again={again} onClose={onClose} />
  return (
    <ModalForm
      form={form}
      title="Send probe"
      onClose={onClose}
      onSubmit={send}
      onDone={setAnswer}
      copyAs={<CopyAs form={form} request={(values) => copyRequest('alertReceiverProbe', request(values))} />}
    >
      <p>
        Sends one alert of class <code className="text-mono">probe</code> to <b>{receiver.name}</b>. The result takes at
        most 30 seconds.
      </p>
      <CheckboxField
        control={form.control}
        name="resend"
        label="Resend failed alerts"
        hint="If the probe succeeds, alerts without a successful delivery are sent again"
        refusal={resendRefusal}
      />
    </ModalForm>
  )
}

interface ProbeResultProps extends ProbeModalProps {
  answer: AlertProbeResult
  /** Sends another probe. */
  again: Pick<UseMutationResult, 'error' | 'isPending'> & { mutate: () => void }
}

function ProbeResult({ receiver, answer, again, onClose }: ProbeResultProps) {
  const { probe, resendsStarted } = answer
  const succeeded = probe.state === 'delivered'
  return (
    <Modal
      title="Send probe"
      onDismiss={onClose}
      footer={
        <>
          <Button busy={again.isPending} onClick={() => again.mutate()}>
            Send again
          </Button>
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {again.error && <Notice tone="bad" title="The probe could not be sent" content={messageOf(again.error)} />}
      <Notice
        tone={succeeded ? 'ok' : 'bad'}
        title={
          <>
            <b>{receiver.name}</b> {succeeded ? 'received the probe' : 'did not receive the probe'}
          </>
        }
        content={
          <>
            {probe.attempts.webhook.map((attempt) => (
              <p key={attempt.attempt}>{attemptText(attempt)}</p>
            ))}
            {typeof resendsStarted === 'number' && (
              <p>
                {resendsStarted === 0
                  ? 'No alerts to resend'
                  : `${plural(resendsStarted, 'failed alert')} ${resendsStarted === 1 ? 'is' : 'are'} being resent`}
              </p>
            )}
          </>
        }
      />
    </Modal>
  )
}
