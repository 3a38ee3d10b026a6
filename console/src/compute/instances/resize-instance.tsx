import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Instance } from '~/api/types.gen.ts'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { NumberField } from '~/form/number-field.tsx'
import { useForm } from '~/form/use-form.ts'
import { ConflictChoice, ConflictError } from '~/shell/conflict.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import type { Path } from '~/shell/path.ts'
import { toast } from '~/ui/toast.ts'
import { type InstanceChange, instanceUpdateBody, updateInstance } from './instance-update.ts'

const gib = 1024 ** 3

interface Size {
  ncpus: number
  /** GiB. */
  memory: number
}

const changeOf = ({ ncpus, memory }: Size): InstanceChange => ({ ncpus, memory: memory * gib })

interface ResizeInstanceProps {
  instance: Instance
  /** Page of the instance, for the toast. */
  to: Path
  onClose: () => void
}

/** Processors and memory of an instance that has no machine. Open while mounted. */
export default function ResizeInstance({ instance, to, onClose }: ResizeInstanceProps) {
  const base = useRef(instance)
  const [conflict, setConflict] = useState<ConflictError<Instance> | null>(null)
  const form = useForm<Size>({
    defaultValues: { ncpus: instance.ncpus, memory: Number(instance.memory) / gib },
    saveKey: `resize ${instance.id}`,
  })
  const submit = async (size: Size) => {
    try {
      setConflict(null)
      const { name } = await updateInstance(base.current, changeOf(size))
      toast({
        content: (
          <>
            Instance{' '}
            <Link to={to} className="font-medium underline">
              {name}
            </Link>{' '}
            resized
          </>
        ),
      })
    } catch (error) {
      if (error instanceof ConflictError) setConflict(error)
      throw error
    }
  }
  return (
    <ModalForm
      form={form}
      title="Resize instance"
      size="narrow"
      submitLabel="Resize instance"
      submitDisabled={!form.formState.isDirty && 'Nothing is changed yet'}
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
      {conflict && (
        <ConflictChoice
          differences={conflict.differences}
          onReapply={() => {
            base.current = conflict.fresh
          }}
          onDiscard={onClose}
        />
      )}
      <p className="text-ink-2">
        <b className="font-medium text-ink">{instance.name}</b> takes its new size when it starts.
      </p>
      <NumberField control={form.control} name="ncpus" label="vCPUs" required min={1} max={64} />
      <NumberField control={form.control} name="memory" label="Memory" unit="GiB" required min={1} max={1024} />
    </ModalForm>
  )
}
