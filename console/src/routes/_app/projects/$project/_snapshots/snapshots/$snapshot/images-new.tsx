import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { apiQuery } from '~/api/queries.ts'
import { DescriptionField, NameField, TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { FormPanel } from '~/shell/form-panel.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { formatBytes } from '~/ui/format/numbers.ts'
import { recordDone } from '~/shell/record-done.ts'

const snapshotQuery = (project: string, snapshot: string) =>
  apiQuery('snapshotView', { path: { snapshot }, query: { project } })

export const Route = createFileRoute('/_app/projects/$project/_snapshots/snapshots/$snapshot/images-new')({
  staticData: { panel: 'New image' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(snapshotQuery(params.project, params.snapshot)),
  component: NewImage,
})

function NewImage() {
  const params = Route.useParams()
  const { project } = params
  const { data: snapshot } = useSuspenseQuery(snapshotQuery(project, params.snapshot))
  const form = useForm({ defaultValues: { name: snapshot.name, description: '', os: '', version: '' } })
  const { control } = form
  return (
    <FormPanel
      form={form}
      title="Create image"
      submitLabel="Create image"
      method="imageCreate"
      request={(values) => ({ query: { project }, body: { ...values, source: { type: 'snapshot', id: snapshot.id } } })}
      outcome={({ name }) => {
        recordDone({ verb: 'Create image', name, to: `/projects/${project}/images/${name}/edit` })
        return outcome('Image', name, 'created')
      }}
      invalidates={['imageList']}
      closeTo={`/projects/${project}/snapshots`}
      doneTo={() => `/projects/${project}/images`}
    >
      <Facts columns={1}>
        <Fact label="Snapshot">{snapshot.name}</Fact>
        <Fact label="Size">{formatBytes(Number(snapshot.size))}</Fact>
      </Facts>
      <NameField control={control} name="name" />
      <DescriptionField control={control} name="description" />
      <TextField control={control} name="os" label="OS" required placeholder="debian" />
      <TextField control={control} name="version" label="Version" required placeholder="12" />
    </FormPanel>
  )
}
