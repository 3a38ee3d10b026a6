import { useRef } from 'react'
import { ApiError } from '~/api/errors.ts'
import { apiCall, refreshAfter } from '~/api/queries.ts'
import type { Disk } from '~/api/types.gen.ts'
import { diskBody, DiskFields, type DiskValues, newDisk } from '~/compute/disks/disk-fields.tsx'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { PanelForm } from '~/form/form-shells.tsx'
import { useForm } from '~/form/use-form.ts'
import { messageOf } from '~/lib/errors.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { attachDisk, type DiskFormProps } from './attach-disk.tsx'

export default function CreateDisk(props: DiskFormProps) {
  const { project } = props.params
  const form = useForm<DiskValues>({ defaultValues: newDisk(), saveKey: 'create disk' })
  // What was made stays made where attaching fails: another try must not make a second one.
  const made = useRef<Disk | null>(null)
  const request = (values: DiskValues) => ({ query: { project }, body: diskBody(values) })
  return (
    <PanelForm
      form={form}
      title="Create disk"
      onClose={props.onClose}
      onSubmit={async (values) => {
        if (made.current?.name !== values.name) {
          made.current = await apiCall('diskCreate', request(values))
          void refreshAfter('diskCreate')
        }
        const { name } = made.current
        await attachDisk(props, made.current).catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error
          throw new Error(`Disk ${name} was created, but could not be attached: ${messageOf(error)}`)
        })
      }}
      copyAs={
        <CopyAs form={form} creates="diskCreate" request={(values) => copyRequest('diskCreate', request(values))} />
      }
    >
      <DiskFields form={form} project={project} />
    </PanelForm>
  )
}
