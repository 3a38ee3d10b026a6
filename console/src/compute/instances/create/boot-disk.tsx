import { HardDrive } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import type { Disk, Image } from '~/api/types.gen.ts'
import { AddImage, useUploadRefusal } from '~/compute/images/add-image.tsx'
import { OverLimits } from '~/compute/over-limits.tsx'
import { ComboboxField } from '~/form/combobox.tsx'
import { FormSection } from '~/form/form-section.tsx'
import { DiskSizeField } from '~/form/number-field.tsx'
import { NameField } from '~/form/text-fields.tsx'
import { defaultDiskGib, gibFor } from '~/form/validators.ts'
import { formatBytes } from '~/lib/format/numbers.ts'
import { lowerFirst } from '~/lib/format/words.ts'
import { FormTabs } from '~/shell/form/form-tabs.tsx'
import { siloImagesHint } from '~/shell/things/silo-images.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import {
  attachable,
  type BootTab,
  canBoot,
  chosenImage,
  generatedBootName,
  type InstanceDraft,
  type PartProps,
  shareOf,
} from './draft.ts'

const tabs = [
  { value: 'silo', label: 'Silo images' },
  { value: 'project', label: 'Project images' },
  { value: 'disk', label: 'Existing disks' },
] as const

const imageItem = ({ id, name, os, version, size }: Image) => ({
  value: id,
  label: name,
  description: `${os} ${version}, ${formatBytes(Number(size))}`,
})

/** A disk as an option, named as requests name it. */
export const diskItem = ({ name, size }: Disk) => ({
  value: name,
  label: name,
  description: formatBytes(Number(size)),
})

/** What the instance boots from: a copy of an image, or a disk that is there. Only the open tab counts. */
export function BootDisk(props: PartProps & { suffix: string }) {
  const { form, available, project } = props
  const tab = useWatch({ control: form.control, name: 'bootTab' })
  if (!canBoot(available))
    return (
      <FormSection title="Boot disk">
        <NothingToBoot project={project} hidesSiloImages={available.hidesSiloImages} />
      </FormSection>
    )
  const open = (next: BootTab) => form.setValue('bootTab', next, { shouldDirty: true })
  return (
    <FormSection title="Boot disk">
      <FormTabs label="Boot disk" tabs={tabs} value={tab} onChange={open}>
        {tab === 'disk' ? <FromDisk {...props} /> : <FromImage key={tab} tab={tab} {...props} />}
      </FormTabs>
    </FormSection>
  )
}

function FromDisk({ form: { control }, available }: PartProps) {
  const added = useWatch({ control, name: 'disks' })
  const taken = new Set(added.map((row) => row.name))
  return (
    <ComboboxField
      control={control}
      name="bootDisk"
      label="Disk"
      required
      items={attachable(available.disks)
        .filter((disk) => !taken.has(disk.name))
        .map(diskItem)}
      validate={(name) => (name && taken.has(name) ? 'Already an additional disk' : undefined)}
    />
  )
}

function FromImage({ form, available, tab, suffix }: PartProps & { tab: 'silo' | 'project'; suffix: string }) {
  const { control, getValues, setValue } = form
  const draft = useWatch({ control }) as InstanceDraft
  const images = tab === 'silo' ? available.siloImages : available.projectImages
  const image = chosenImage(draft, available)
  const grow = (id: string | null) => {
    const bytes = Number(images.find((each) => each.id === id)?.size ?? 0)
    // A size that the user chose stays, as long as the image fits into it.
    if ((getValues('bootSize') ?? 0) < gibFor(bytes)) setValue('bootSize', defaultDiskGib(bytes), { shouldDirty: true })
  }
  const nameTaken = (name: string, { disks }: { disks: readonly { name: string }[] }) =>
    [...available.disks, ...disks].some((disk) => disk.name === name) ? 'Name is taken by another disk' : undefined
  return (
    <>
      <ComboboxField
        control={control}
        name={tab === 'silo' ? 'siloImage' : 'projectImage'}
        label="Image"
        required
        items={images.map(imageItem)}
        hint={tab === 'silo' && available.hidesSiloImages && siloImagesHint}
        onChoose={grow}
      />
      <DiskSizeField control={control} name="bootSize" sourceBytes={image && Number(image.size)} />
      <OverLimits asked={{ storage: shareOf({ ...draft, disks: [] }, image).storage }} />
      <NameField
        control={control}
        name="bootName"
        label="Disk name"
        required={false}
        placeholder={generatedBootName(draft, image, suffix)}
        hint="Generated if left empty"
        validate={(name, values) => nameTaken(name, values)}
      />
    </>
  )
}

/** The first step, where there is neither an image nor a disk. */
function NothingToBoot({ project, hidesSiloImages }: { project: string; hidesSiloImages: boolean }) {
  const mayAdd = !useUploadRefusal(project)
  const ofSilo = hidesSiloImages ? `and ${lowerFirst(siloImagesHint)}` : 'and the silo has no images'
  const wayOn = mayAdd ? '' : ' Ask a collaborator of the project to add an image.'
  return (
    <div className="rounded-lg border border-line bg-surface">
      <EmptyState
        icon={<HardDrive />}
        title="Nothing to boot from"
        body={`An instance boots from an image or an existing disk. This project has neither, ${ofSilo}.${wayOn}`}
      >
        {mayAdd && (
          <>
            <AddImage project={project} />
            <ButtonLink to="/projects/$project/disks-new" params={{ project }}>
              New disk
            </ButtonLink>
          </>
        )}
      </EmptyState>
    </div>
  )
}
