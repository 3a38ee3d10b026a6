import { Link } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import type { Instance } from '~/api/types.gen.ts'
import { OverLimits } from '~/compute/over-limits.tsx'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { NumberField } from '~/form/number-field.tsx'
import { useForm } from '~/form/use-form.ts'
import { gib } from '~/lib/format/numbers.ts'
import { toast } from '~/lib/toast.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import type { DialogFor } from '~/shell/actions/use-actions.tsx'
import { useConflictSafe } from '~/shell/conflict/use-conflict-safe.tsx'
import { updateInstance } from './instance-update.ts'
import { instancePath } from './queries.ts'
import { instanceUpdateBody, type Written, writtenOf } from './written.ts'

interface Size {
  ncpus: number
  /** GiB. */
  memory: number
}

const sizeOf = ({ ncpus, memory }: Pick<Written, 'ncpus' | 'memory'>): Size => ({ ncpus, memory: Number(memory) / gib })
const changeOf = ({ ncpus, memory }: Size) => ({ ncpus, memory: memory * gib })

export default function ResizeInstance({ thing: instance, project, onClose }: DialogFor<Instance>) {
  const form = useForm<Size>({ defaultValues: sizeOf(instance), saveKey: `resize ${instance.id}` })
  const { submit, question } = useConflictSafe<Size, Written, void>({
    form,
    start: writtenOf(instance),
    valuesOf: sizeOf,
    save: async (base, size) => {
      const { name } = await updateInstance(instance.id, base, { ...base, ...changeOf(size) })
      toast({
        content: (
          <>
            Instance{' '}
            <Link to={instancePath(project, instance.name)} className="font-medium underline">
              {name}
            </Link>{' '}
            resized
          </>
        ),
      })
    },
    onDiscard: onClose,
  })
  const [ncpus, memory] = useWatch({ control: form.control, name: ['ncpus', 'memory'] })
  return (
    <ModalForm
      form={form}
      title="Resize instance"
      size="narrow"
      submitLabel="Resize instance"
      refusal={!form.formState.isDirty && 'Nothing has been changed'}
      onSubmit={submit}
      onClose={onClose}
      copyAs={
        <CopyAs
          form={form}
          request={(size) =>
            copyRequest('instanceUpdate', {
              path: { instance: instance.id },
              body: instanceUpdateBody(instance, changeOf(size)),
            })
          }
        />
      }
    >
      {question}
      <p className="text-ink-2">
        The new size applies when <b className="font-medium text-ink">{instance.name}</b> next starts.
      </p>
      <NumberField control={form.control} name="ncpus" label="vCPUs" required min={1} max={64} />
      <NumberField control={form.control} name="memory" label="Memory" unit="GiB" required min={1} max={1024} />
      <OverLimits asked={{ cpus: ncpus, memory: memory * gib }} />
    </ModalForm>
  )
}
