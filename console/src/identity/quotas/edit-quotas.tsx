import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { useForm } from '~/form/use-form.ts'
import { type Amounts, resources } from '~/identity/utilization/resources.ts'
import { toast } from '~/lib/toast.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { useConflictSafe } from '~/shell/conflict/use-conflict-safe.tsx'
import { inUnits, QuotaField, type QuotaValues } from './quota-fields.tsx'
import { quotasChange, updateQuotas } from './quotas-update.ts'

interface EditQuotasProps {
  silo: { id: string; name: string }
  quotas: Amounts
  /** What is in use, where known. */
  provisioned: Amounts | undefined
  onClose: () => void
}

export default function EditQuotas({ silo, quotas, provisioned, onClose }: EditQuotasProps) {
  // The page reads quotas again while the form is open; what it began with stays what changes are told by.
  const [initial] = useState(quotas)
  const kept = inUnits(initial)
  const form = useForm<QuotaValues>({ defaultValues: kept, saveKey: `quotas ${silo.id}` })
  const values = useWatch({ control: form.control })
  const { submit, question } = useConflictSafe<QuotaValues, Amounts, void>({
    form,
    start: initial,
    valuesOf: inUnits,
    save: async (base, wanted) => {
      await updateQuotas(silo.id, base, amountsWith(base, wanted))
      toast({ content: outcome('Quotas of', silo.name, 'updated') })
    },
    onDiscard: onClose,
  })
  return (
    <ModalForm
      form={form}
      title="Edit quotas"
      submitLabel="Update quotas"
      refusal={!form.formState.isDirty && 'Nothing has been changed'}
      onSubmit={submit}
      onClose={onClose}
      copyAs={
        <CopyAs
          form={form}
          request={(wanted) =>
            copyRequest('siloQuotasUpdate', {
              path: { silo: silo.id },
              body: quotasChange(initial, amountsWith(initial, wanted)),
            })
          }
        />
      }
    >
      {question}
      <p className="text-ink-2">
        How much the running instances, disks and snapshots of{' '}
        <b className="font-medium text-ink [overflow-wrap:anywhere]">{silo.name}</b> may use.
      </p>
      {resources.map((resource) => {
        const { key, scale, inWords } = resource
        const used = provisioned?.[key]
        const isBelow = used !== undefined && (values[key] ?? 0) * scale < used
        return (
          <QuotaField
            key={key}
            control={form.control}
            name={key}
            resource={resource}
            kept={kept[key]}
            hint={isBelow ? `Below the ${inWords(used)} in use: blocks new provisioning` : undefined}
          />
        )
      })}
    </ModalForm>
  )
}

/** What a field leaves alone stays exact: parts of a unit that somebody else has set are not rounded. */
const amountsWith = (base: Amounts, wanted: QuotaValues): Amounts => {
  const shown = inUnits(base)
  const [cpus, memory, storage] = resources.map(({ key, scale }) =>
    wanted[key] === shown[key] ? base[key] : (wanted[key] ?? 0) * scale,
  )
  return { cpus: cpus!, memory: memory!, storage: storage! }
}
