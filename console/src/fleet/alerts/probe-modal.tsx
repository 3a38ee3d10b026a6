import { useState } from 'react'
import { callOrThrow, refreshAfter } from '~/api/queries.ts'
import type { AlertProbeResult, AlertReceiver } from '~/api/types.gen.ts'
import { CheckboxField } from '~/form/choice-fields.tsx'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { useForm } from '~/form/use-form.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { useRefusal } from '~/shell/roles.ts'
import { Button } from '~/ui/button.tsx'
import { plural } from '~/ui/format/numbers.ts'
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

/** Sends a receiver a probe, and shows how that went. */
export default function ProbeModal({ receiver, onClose }: ProbeModalProps) {
  const [answer, setAnswer] = useState<AlertProbeResult>()
  const form = useForm<Values>({ defaultValues: { resend: false }, saveKey: null })
  const resendRefusal = useRefusal('alert_delivery_resend')
  if (answer) return <ProbeResult receiver={receiver} answer={answer} onClose={onClose} />
  const request = ({ resend }: Values) => ({ path: { receiver: receiver.id }, query: { resend: resend || undefined } })
  return (
    <ModalForm
      form={form}
      title="Send probe"
      submitLabel="Send probe"
      onClose={onClose}
      onSubmit={async (values) => {
        const sent = await callOrThrow('alertReceiverProbe', request(values))
        void refreshAfter('alertReceiverProbe')
        return sent
      }}
      onDone={setAnswer}
      copyAs={<CopyAs form={form} request={(values) => copyRequest('alertReceiverProbe', request(values))} />}
    >
      <p>
        <b>{receiver.name}</b> is sent an alert of class <code className="text-mono">probe</code>, once. It is answered
        within 30 seconds.
      </p>
      <CheckboxField
        control={form.control}
        name="resend"
        label="Resend failed alerts"
        hint="If the probe succeeds, alerts of which every delivery failed are sent again"
        disabled={resendRefusal}
      />
    </ModalForm>
  )
}

function ProbeResult({ receiver, answer, onClose }: ProbeModalProps & { answer: AlertProbeResult }) {
  const { probe, resendsStarted } = answer
  const succeeded = probe.state === 'delivered'
  return (
    <Modal
      title="Send probe"
      onDismiss={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Notice
        tone={succeeded ? 'ok' : 'bad'}
        title={
          <>
            <b>{receiver.name}</b> {succeeded ? 'was reached' : 'did not take the probe'}
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
                  ? 'No alert failed: nothing is resent'
                  : `${plural(resendsStarted, 'failed alert')} ${resendsStarted === 1 ? 'is' : 'are'} being resent`}
              </p>
            )}
          </>
        }
      />
    </Modal>
  )
}
