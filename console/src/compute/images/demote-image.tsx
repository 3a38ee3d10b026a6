import { useQuery } from '@tanstack/react-query'
import { apiCall, wholeListQuery } from '~/api/queries.ts'
import type { Image } from '~/api/types.gen.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { useForm } from '~/form/use-form.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { failureOf } from '~/shell/page/reads.ts'
import { pathTo } from '~/shell/paths/path.ts'
import { Notice } from '~/ui/notice.tsx'
import { sayMoved } from './image-actions.tsx'

export default function DemoteImage({ image, onClose }: { image: Image; onClose: () => void }) {
  const form = useForm({ defaultValues: { project: '' }, saveKey: `demote ${image.id}` })
  const projects = useQuery(wholeListQuery('projectList', {}))
  const request = ({ project }: { project: string }) => ({ path: { image: image.id }, query: { project } })
  return (
    <ModalForm
      form={form}
      title={`Demote image ${image.name}`}
      submitLabel="Demote"
      onClose={onClose}
      onSubmit={async (values) => {
        const project = projects.data?.find(({ id }) => id === values.project)
        const demoted = await apiCall('imageDemote', request(values))
        sayMoved(
          'Demote',
          demoted,
          pathTo('/projects/$project/images/$image/edit', {
            project: project?.name ?? values.project,
            image: demoted.name,
          }),
        )
      }}
      copyAs={<CopyAs form={form} request={(values) => copyRequest('imageDemote', request(values))} />}
    >
      <Notice content="Afterwards only the receiving project can use the image. Disks made from it are kept." />
      <ComboboxField
        control={form.control}
        name="project"
        label="Receiving project"
        required
        items={projects.data?.map(({ id, name, description }) => ({ value: id, label: name, description }))}
        failure={failureOf(projects)}
      />
    </ModalForm>
  )
}
