import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { CatalogImage, ImageFetch } from '~/api/types.gen.ts'
import { RadioField } from '~/form/choice-fields.tsx'
import { ComboboxField } from '~/form/combobox.tsx'
import { NumberField } from '~/form/number-field.tsx'
import { DescriptionField, NameField, TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { announce } from '~/lib/announce.ts'
import { gib } from '~/lib/format/numbers.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { follow } from '~/shell/activity/follow.ts'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { failureOf } from '~/shell/page/reads.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'
import { Notice } from '~/ui/notice.tsx'
import { architectureOfUrl, useArchitectureNote } from '../architecture.ts'
import { ImageFields, useSuggestedSystem } from '../image-fields.tsx'
import { systemOfUrl } from '../system-of-file.ts'
import { catalogQuery } from './queries.ts'
import { useFetchRemoval } from './removal.ts'
import { checksumOf, checksumProblem, httpsProblem } from './validators.ts'

const route = getRouteApi('/_app/projects/$project/_images/images-fetch')
const siloRoute = getRouteApi('/_app/_images/images-fetch')

export function FetchProjectImage() {
  const { project } = route.useParams()
  const closeTo = pathTo('/projects/$project/images', { project })
  return <FetchImage project={project} again={route.useLoaderData()} closeTo={closeTo} />
}

export const FetchSiloImage = () => <FetchImage again={siloRoute.useLoaderData()} closeTo="/images" />

const initial = {
  from: 'catalog' as 'catalog' | 'url',
  image: '',
  url: '',
  checksum: '',
  name: '',
  description: '',
  os: '',
  version: '',
  size: null as number | null,
}
type Values = typeof initial

interface Again {
  /** One that failed. */
  fetch: ImageFetch
  catalog: readonly CatalogImage[]
}

/** What a fetch was asked for with. */
function valuesOf({ fetch, catalog }: Again): Values {
  const { name, description, os, version, url, checksum, requestedSize } = fetch
  const named = { ...initial, name, description, size: requestedSize ? Math.ceil(Number(requestedSize) / gib) : null }
  const image = !checksum && catalog.find((published) => published.url === url)
  if (image) return { ...named, image: image.name }
  return { ...named, from: 'url', url, checksum: checksum?.value ?? '', os, version }
}

function bodyOf({ from, image, url, checksum, name, description, os, version, size }: Values) {
  const named = { name, description, ...(size !== null && { size: size * gib }) }
  return from === 'catalog'
    ? { ...named, source: { type: 'catalog' as const, image } }
    : { ...named, os, version, source: { type: 'url' as const, url, checksum: checksumOf(checksum) } }
}

interface FetchImageProps {
  project?: string
  again: Again | undefined
  closeTo: Path
}

function FetchImage({ project, again, closeTo }: FetchImageProps) {
  const catalog = useQuery(catalogQuery)
  const form = useForm<Values>({ defaultValues: again ? valuesOf(again) : initial })
  const { control } = form
  const [from, url, chosen] = useWatch({ control, name: ['from', 'url', 'image'] })
  const noteOn = useArchitectureNote()
  const architecture =
    from === 'url' ? architectureOfUrl(url) : catalog.data?.find(({ name }) => name === chosen)?.architecture
  const note = noteOn(architecture)
  useSuggestedSystem(form, systemOfUrl(url))
  const refusal = useRefusal('image_fetch_create', { project })
  const dismissal = useFetchRemoval()
  const [suggested, setSuggested] = useState('')
  /** Keeps a name that was typed. */
  const takeName = (taken: string | null) => {
    const image = catalog.data?.find(({ name }) => name === taken)
    if (!image || !['', suggested].includes(form.getValues('name'))) return
    form.setValue('name', nameOf(image))
    setSuggested(nameOf(image))
  }
  return (
    <FormPanel
      form={form}
      title="Fetch image"
      submitLabel="Fetch"
      refusal={refusal}
      method="imageFetchCreate"
      request={(values) => ({ query: { project }, body: bodyOf(values) })}
      outcome={({ id, name, state }) => {
        // This one takes its place.
        if (again) dismissal.mutate({ path: { fetchId: again.fetch.id } })
        follow(
          { verb: 'Fetch image', name, to: closeTo, watched: { kind: 'image fetch', id, wanted: 'created' } },
          state,
        )
        // The list shows it, also how it ends: a toast would still stand beside its failure.
        announce(`Image ${name} is being fetched`)
        return undefined
      }}
      closeTo={closeTo}
      doneTo={() => closeTo}
    >
      <RadioField
        control={control}
        name="from"
        label="From"
        choices={[
          { value: 'catalog', label: 'Catalog' },
          { value: 'url', label: 'Address' },
        ]}
      />
      {from === 'catalog' ? (
        <>
          <ComboboxField
            control={control}
            name="image"
            label="Image"
            required
            hint="The server downloads it from its publisher and verifies its checksum."
            items={catalog.data?.map((image) => ({
              value: image.name,
              label: `${image.os} ${image.version} (${image.architecture})`,
              description: noteOn(image.architecture) ?? new URL(image.url).host,
            }))}
            failure={failureOf(catalog)}
            onChoose={takeName}
          />
          <NameField control={control} name="name" />
          <DescriptionField control={control} name="description" />
        </>
      ) : (
        <>
          <TextField
            control={control}
            name="url"
            label="Address"
            required
            mono
            rules={[httpsProblem]}
            checkOnLeave={() => form.trigger('url')}
            placeholder="https://example.org/image.qcow2"
          />
          <TextField
            control={control}
            name="checksum"
            label="Checksum"
            required
            mono
            rules={[checksumProblem]}
            checkOnLeave={() => form.trigger('checksum')}
            hint="SHA-256 or SHA-512 of the file, in hexadecimal"
          />
          <ImageFields control={control} />
        </>
      )}
      {note && <Notice tone="warn" content={note} />}
      <NumberField
        control={control}
        name="size"
        label="Size"
        unit="GiB"
        min={1}
        max={1023}
        hint="Empty for the size of the disk in the image, rounded up to whole GiB"
      />
    </FormPanel>
  )
}

/** A name for an image of the catalog: without the architecture, which most silos have only one of. */
const nameOf = ({ name, architecture }: CatalogImage) => name.replace(new RegExp(`-${architecture}$`), '')
