import { diskCan } from '@skerry/contract/rules/disks.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { wholeListQuery } from '~/api/queries.ts'
import { diskOption } from '~/compute/storage-options.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { follow } from '~/shell/activity/follow.ts'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { failureOf } from '~/shell/page/reads.ts'
import { pathTo } from '~/shell/paths/path.ts'

const route = getRouteApi('/_app/projects/$project')

export function NewSnapshot() {
  const { project } = route.useParams()
  const disks = useQuery(wholeListQuery('diskList', { query: { project } }))
  const form = useForm({ defaultValues: { name: '', description: '', disk: '' } })
  const refusal = useRefusal('snapshot_create', { project })
  return (
    <FormPanel
      form={form}
      title="Create snapshot"
      refusal={refusal}
      method="snapshotCreate"
      request={(body) => ({ query: { project }, body })}
      outcome={({ id, name, state }) => {
        const to = pathTo('/projects/$project/snapshots/$snapshot', { project, snapshot: name })
        const watched = { kind: 'snapshot', id, wanted: 'ready' } as const
        const isDone = follow({ verb: 'Create snapshot', name, to, watched }, state)
        return outcome('Snapshot', name, isDone ? 'created' : 'is being created')
      }}
      closeTo={pathTo('/projects/$project/snapshots', { project })}
    >
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <ComboboxField
        control={form.control}
        name="disk"
        label="Disk"
        required
        failure={failureOf(disks)}
        items={disks.data?.map((disk) => ({ ...diskOption(disk, diskCan.snapshot.refusal(disk)), value: disk.name }))}
      />
    </FormPanel>
  )
}
