import { getRouteApi } from '@tanstack/react-router'
import { useForm } from '~/form/use-form.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { follow } from '~/shell/activity/follow.ts'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import { diskBody, DiskFields, type DiskValues, newDisk } from './disk-fields.tsx'

const route = getRouteApi('/_app/projects/$project/_disks/disks-new')

export function NewDisk() {
  const { project } = route.useParams()
  const form = useForm<DiskValues>({ defaultValues: newDisk(route.useSearch().snapshot) })
  const refusal = useRefusal('disk_create', { project })
  return (
    <FormPanel
      form={form}
      title="Create disk"
      refusal={refusal}
      method="diskCreate"
      request={(values) => ({ query: { project }, body: diskBody(values) })}
      outcome={(disk) => {
        const to = pathTo('/projects/$project/disks/$disk', { project, disk: disk.name })
        const watched = { kind: 'disk', id: disk.id, wanted: 'detached' } as const
        const isDone = follow({ verb: 'Create disk', name: disk.name, to, watched }, disk.state.state)
        return outcome('Disk', disk.name, isDone ? 'created' : 'is being created')
      }}
      closeTo={pathTo('/projects/$project/disks', { project })}
    >
      <DiskFields form={form} project={project} />
    </FormPanel>
  )
}
