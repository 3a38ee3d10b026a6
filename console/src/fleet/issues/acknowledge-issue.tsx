import { callOrThrow, refreshAfter } from '~/api/queries.ts'
import type { SystemIssue } from '~/api/types.gen.ts'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { validateLength } from '~/form/validators.ts'
import { toast } from '~/lib/toast.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'

const longestNote = 500

interface Values {
  note: string
}

export default function AcknowledgeIssue({ issue, onClose }: { issue: SystemIssue; onClose: () => void }) {
  const { kind, id, name, message, acknowledgement } = issue
  const form = useForm<Values>({ defaultValues: { note: acknowledgement?.note ?? '' }, saveKey: `issue ${kind} ${id}` })
  const request = ({ note }: Values) => ({ path: { issueKind: kind, issueId: id }, body: { note } })
  return (
    <ModalForm
      form={form}
      title={acknowledgement ? 'Change note' : 'Acknowledge issue'}
      submitLabel={acknowledgement ? 'Save' : 'Acknowledge'}
      onClose={onClose}
      onSubmit={async (values) => {
        await callOrThrow('systemIssueAcknowledge', request(values))
        toast({ content: outcome('Issue of', name, 'acknowledged') })
        void refreshAfter('systemIssueAcknowledge')
      }}
      copyAs={<CopyAs form={form} request={(values) => copyRequest('systemIssueAcknowledge', request(values))} />}
    >
      <p className="text-ink-2">
        <b className="text-ink">{name}</b>: {message}
      </p>
      <TextField
        control={form.control}
        name="note"
        label="Note"
        hint="What is being done, and by whom"
        rules={[validateLength('Note', longestNote)]}
      />
    </ModalForm>
  )
}
