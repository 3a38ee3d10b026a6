import type { Overcommitment } from '~/api/types.gen.ts'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { NumberField } from '~/form/number-field.tsx'
import { useForm } from '~/form/use-form.ts'
import type { Validator } from '~/form/validators.ts'
import { toast } from '~/lib/toast.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { writeMerged } from '~/shell/conflict/rewrite.ts'
import { fields, whole } from '~/shell/conflict/three-way.ts'
import { useConflictSafe } from '~/shell/conflict/use-conflict-safe.tsx'

type Factors = Pick<Overcommitment, 'cpu' | 'storage'>

const [least, most] = [0.1, 100]
const range = `${least} to ${most}`
const rule: Validator<number | null> = (value) =>
  value === null || (value >= least && value <= most) ? undefined : `Must be a number from ${range}`

const factorsOf = ({ cpu, storage }: Factors): Factors => ({ cpu, storage })
const requestOf = (factors: Factors) => ({ body: factorsOf(factors) })

/** @throws ConflictError where somebody else set others */
const saveFactors = (base: Factors, mine: Factors): Promise<Overcommitment> =>
  writeMerged(
    {
      view: 'systemOvercommitmentView',
      at: {},
      update: 'systemOvercommitmentUpdate',
      read: factorsOf,
      merge: fields<Factors>({ cpu: whole('CPU', String), storage: whole('Storage', String) }),
      request: requestOf,
    },
    base,
    mine,
  )

export default function EditOvercommitment({ factors, onClose }: { factors: Overcommitment; onClose: () => void }) {
  const form = useForm<Factors>({ defaultValues: factorsOf(factors), saveKey: 'overcommitment' })
  const { submit, question } = useConflictSafe<Factors, Factors, void>({
    form,
    start: factorsOf(factors),
    valuesOf: factorsOf,
    save: async (base, wanted) => {
      await saveFactors(base, wanted)
      toast({ content: 'Overcommitment updated' })
    },
    onDiscard: onClose,
  })
  return (
    <ModalForm
      form={form}
      title="Edit overcommitment"
      submitLabel="Update overcommitment"
      refusal={!form.formState.isDirty && 'Nothing has been changed'}
      onSubmit={submit}
      onClose={onClose}
      copyAs={<CopyAs form={form} request={(wanted) => copyRequest('systemOvercommitmentUpdate', requestOf(wanted))} />}
    >
      {question}
      <NumberField
        control={form.control}
        name="cpu"
        label="CPU"
        hint={`${range} vCPUs for each hardware thread`}
        required
        min={least}
        max={most}
        rule={rule}
        checkOnLeave={() => form.trigger('cpu')}
      />
      <NumberField
        control={form.control}
        name="storage"
        label="Storage"
        hint={`${range} bytes of disks, snapshots and images for each byte of storage`}
        required
        min={least}
        max={most}
        rule={rule}
        checkOnLeave={() => form.trigger('storage')}
      />
    </ModalForm>
  )
}
