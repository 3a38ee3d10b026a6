import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { SiloQuotas } from '~/api/types.gen.ts'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { useForm } from '~/form/use-form.ts'
import { amountsOf, type Amounts, resources } from '~/identity/utilization/resources.ts'
import { ConflictChoice, ConflictError } from '~/shell/conflict.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { outcome } from '~/shell/outcome.tsx'
import { toast } from '~/ui/toast.ts'
import { inUnits, QuotaField, type QuotaValues } from './quota-fields.tsx'
import { type QuotasChange, updateQuotas } from './quotas-update.ts'

interface EditQuotasProps {
  silo: { id: string; name: string }
  quotas: Amounts
  /** What is in use, where that is known. */
  provisioned: Amounts | undefined
  onClose: () => void
}

/** How much a silo may use. Open while mounted. */
export default function EditQuotas({ silo, quotas, provisioned, onClose }: EditQuotasProps) {
  const base = useRef(quotas)
  // The page reads quotas again while the form is open; what it began with stays what changes are told by.
  const [begun] = useState(() => inUnits(quotas))
  const [conflict, setConflict] = useState<ConflictError<SiloQuotas> | null>(null)
  const form = useForm<QuotaValues>({ defaultValues: begun, saveKey: `quotas ${silo.id}` })
  const values = useWatch({ control: form.control })
  const changeOf = (wanted: QuotaValues): QuotasChange =>
    Object.fromEntries(
      resources
        .filter(({ key }) => wanted[key] !== begun[key])
        .map(({ key, scale }) => [key, (wanted[key] ?? 0) * scale]),
    )
  const submit = async (wanted: QuotaValues) => {
    try {
      setConflict(null)
      await updateQuotas(silo.id, base.current, changeOf(wanted))
      toast({ content: outcome('Quotas of', silo.name, 'updated') })
    } catch (error) {
      if (error instanceof ConflictError) setConflict(error)
      throw error
    }
  }
  return (
    <ModalForm
      form={form}
      title="Edit quotas"
      submitLabel="Update quotas"
      submitDisabled={!form.formState.isDirty && 'Nothing is changed yet'}
      onSubmit={submit}
      onClose={onClose}
      copyAs={
        <CopyAs
          form={form}
          request={(wanted) => copyRequest('siloQuotasUpdate', { path: { silo: silo.id }, body: changeOf(wanted) })}
        />
      }
    >
      {conflict && (
        <ConflictChoice
          differences={conflict.differences}
          onReapply={() => {
            base.current = amountsOf(conflict.fresh)
          }}
          onDiscard={onClose}
        />
      )}
      <p className="text-ink-2">
        How much the running instances, the disks and the snapshots of{' '}
        <b className="font-medium text-ink [overflow-wrap:anywhere]">{silo.name}</b> may take.
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
            kept={begun[key]}
            hint={isBelow ? `Below the ${inWords(used)} in use: blocks new provisioning` : undefined}
          />
        )
      })}
    </ModalForm>
  )
}
