import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { PageForm } from '~/form/page-form.tsx'
import { useForm } from '~/form/use-form.ts'
import { randomSuffix } from '~/lib/random-id.ts'
import { toast } from '~/lib/toast.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { instancePath } from '../queries.ts'
import { AdditionalDisks } from './additional-disks.tsx'
import { Advanced } from './advanced.tsx'
import { BootDisk } from './boot-disk.tsx'
import { createInstance } from './create-instance.ts'
import { useAvailable } from './data.ts'
import { blankDraft, canBoot, chosenImage, ephemeralRefusal, type InstanceDraft, instanceCreateBody } from './draft.ts'
import { Hardware } from './hardware.tsx'
import { Identity } from './identity.tsx'
import { Networking } from './networking.tsx'
import { Placement } from './placement.tsx'
import { SshKeys } from './ssh-keys.tsx'
import { Summary } from './summary.tsx'
import { userDataOf } from './user-data.ts'

const AddSshKey = lazyPart(() => import('./add-ssh-key.tsx'))

const route = getRouteApi('/_app/projects/$project/instances-new')

export function NewInstance() {
  const { project } = route.useParams()
  const present = useAvailable(project)
  const navigate = useNavigate()
  const refusal = useRefusal('instance_create', { project })
  const [defaultValues] = useState(() => blankDraft(present))
  const [suffix] = useState(randomSuffix)
  const [addingKey, setAddingKey] = useState(false)
  const form = useForm<InstanceDraft>({ defaultValues })
  // What the instance takes is no longer free before its creation is answered.
  const available = useHeld(present, form.formState.isSubmitting)
  const part = { form, available, project }

  const bodyOf = (draft: InstanceDraft, userData?: string) => {
    const ephemeral = draft.ephemeral && !ephemeralRefusal(draft.network, available)
    return instanceCreateBody({ ...draft, ephemeral }, chosenImage(draft, available), suffix, userData)
  }
  const submit = async (draft: InstanceDraft) => {
    const body = bodyOf(draft, await userDataOf(draft))
    const affinityGroups = available.affinityGroups.filter(({ id }) => draft.affinity.includes(id))
    const instance = await createInstance({ project, body, start: draft.start, affinityGroups })
    if (draft.start && affinityGroups.length === 0 && instance.runState === 'stopped')
      toast({
        variant: 'error',
        title: `${instance.name} was created, but not started`,
        content: instance.startRefusal,
      })
    else
      toast({
        content: outcome('Instance', instance.name, instance.runState === 'creating' ? 'is being created' : 'created'),
      })
    return instance
  }

  return (
    <>
      <PageForm
        form={form}
        label="Create instance"
        header={<PageHeader title="Create instance" />}
        aside={<Summary {...part} />}
        submitLabel="Create instance"
        refusal={refusal ?? (!canBoot(available) && 'There is no image or disk to boot from')}
        onSubmit={submit}
        onClose={() => navigate({ to: '/projects/$project/instances', params: { project }, search: true })}
        onDone={({ name }) => navigate({ to: instancePath(project, name) })}
        copyAs={
          <CopyAs
            form={form}
            creates="instanceCreate"
            request={(draft) =>
              copyRequest(
                'instanceCreate',
                { query: { project }, body: bodyOf(draft, draft.userDataFile?.name ?? (draft.userData || undefined)) },
                ['userData'],
              )
            }
          />
        }
      >
        <Identity {...part} />
        <Hardware {...part} />
        <BootDisk {...part} suffix={suffix} />
        <AdditionalDisks {...part} />
        <SshKeys {...part} onAdd={() => setAddingKey(true)} />
        <Networking {...part} />
        <Placement {...part} />
        <Advanced {...part} />
      </PageForm>
      {addingKey && (
        <PartBoundary onFailed={() => setAddingKey(false)}>
          <AddSshKey
            onClose={() => setAddingKey(false)}
            onAdded={({ id }) => form.setValue('sshKeys', [...form.getValues('sshKeys'), id], { shouldDirty: true })}
          />
        </PartBoundary>
      )}
    </>
  )
}

/** The value, as long as it is not held; then the one of when that began. */
function useHeld<T>(value: T, held: boolean): T {
  const [kept, setKept] = useState<{ value: T } | null>(null)
  if (held && !kept) setKept({ value })
  if (!held && kept) setKept(null)
  return held && kept ? kept.value : value
}
