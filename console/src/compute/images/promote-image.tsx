import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { apiCall, wholeListQuery } from '~/api/queries.ts'
import { imageOption } from '~/compute/storage-options.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { ListboxField } from '~/form/listbox.tsx'
import { useForm } from '~/form/use-form.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { failureOf } from '~/shell/page/reads.ts'
import { Notice } from '~/ui/notice.tsx'
import { sayMoved, siloImagePath } from './image-actions.tsx'

export default function PromoteImage({ onClose }: { onClose: () => void }) {
  const form = useForm({ defaultValues: { project: '', image: '' }, saveKey: 'promote' })
  const { control } = form
  const project = useWatch({ control, name: 'project' })
  const projects = useQuery(wholeListQuery('projectList', {}))
  const images = useQuery({ ...wholeListQuery('imageList', { query: { project } }), enabled: Boolean(project) })
  return (
    <ModalForm
      form={form}
      title="Promote image"
      submitLabel="Promote"
      onClose={onClose}
      onSubmit={async ({ image }) => {
        const promoted = await apiCall('imagePromote', { path: { image } })
        sayMoved('Promote', promoted, siloImagePath(promoted))
      }}
      copyAs={<CopyAs form={form} request={({ image }) => copyRequest('imagePromote', { path: { image } })} />}
    >
      <Notice content="The image becomes a silo image: all projects will see it." />
      <ComboboxField
        control={control}
        name="project"
        label="Project"
        required
        items={projects.data?.map(({ id, name, description }) => ({ value: id, label: name, description }))}
        failure={failureOf(projects)}
        onChoose={() => form.setValue('image', '')}
      />
      <ListboxField
        control={control}
        name="image"
        label="Image"
        required
        disabled={!project}
        items={project ? images.data?.map((image) => imageOption(image)) : []}
        failure={failureOf(images)}
      />
    </ModalForm>
  )
}
