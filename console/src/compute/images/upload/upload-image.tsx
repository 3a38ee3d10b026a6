import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { apiCall } from '~/api/queries.ts'
import { RadioField } from '~/form/choice-fields.tsx'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { FileField } from '~/form/file-field.tsx'
import { PanelForm } from '~/form/form-shells.tsx'
import { TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { gibFor } from '~/form/validators.ts'
import { cancelled } from '~/lib/errors.ts'
import { gib } from '~/lib/format/numbers.ts'
import { serverQuery } from '~/shell/access/capabilities.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { pathTo } from '~/shell/paths/path.ts'
import { useClosePanel } from '~/shell/paths/use-close-panel.ts'
import { Notice } from '~/ui/notice.tsx'
import {
  type BlockSize,
  bootNotices,
  type BootSignatures,
  blockSizes,
  imageProblem,
  neededBytes,
  readBootSignatures,
} from '../boot-signatures.ts'
import { checksumProblem } from '../fetch/validators.ts'
import { ImageFields, useSuggestedSystem } from '../image-fields.tsx'
import { systemOfFile } from '../system-of-file.ts'
import { beginImageUpload } from './begin-upload.tsx'
import { find } from './clean-up.ts'

const route = getRouteApi('/_app/projects/$project')

interface Values {
  name: string
  description: string
  os: string
  version: string
  blockSize: BlockSize
  file: File | null
  checksum: string
}

/** Resolves once the image is up, or its modal is hidden; rejects when it ends otherwise, so that the form stays. */
async function upload(project: string, { file, ...values }: Values): Promise<void> {
  const signatures = await readBootSignatures(file!).catch(() => undefined)
  // The form may not have read it before it was submitted.
  if (signatures?.refusal) throw new Error(signatures.refusal)
  const request = { path: { image: values.name }, query: { project } }
  const taken = await find(apiCall('imageView', request, { expected: 'the name is to be free' }))
  if (taken) throw { message: 'Image name already exists', errorCode: 'ObjectAlreadyExists', field: 'name' }
  const shown = beginImageUpload({
    project,
    ...values,
    file: signatures ? file!.slice(0, signatures.disk.contentBytes) : file!,
    diskBytes: signatures ? neededBytes(signatures) : file!.size,
  })
  const state = await Promise.race([shown.upload.ended, shown.hidden])
  if (state?.phase === 'cancelled') throw cancelled()
  if (state && state.phase !== 'complete') throw new Error(state.message)
}

export function UploadImage() {
  const { project } = route.useParams()
  const close = useClosePanel(pathTo('/projects/$project/images', { project }))
  const refused = useRefusals({ project })
  const form = useForm<Values>({
    defaultValues: { name: '', description: '', os: '', version: '', blockSize: 512, file: null, checksum: '' },
  })
  const { control, trigger } = form
  const [file, blockSize] = useWatch({ control, name: ['file', 'blockSize'] })
  useSuggestedSystem(form, file ? systemOfFile(file.name) : undefined)
  const signatures = useBootSignatures(file)
  useEffect(() => {
    if (file) void trigger('file')
  }, [file, signatures, trigger])
  const capabilities = useQuery(serverQuery).data?.capabilities
  const converts = capabilities?.imageConversion === true
  const notices = file && signatures ? bootNotices(signatures, blockSize, converts) : []

  return (
    <PanelForm
      form={form}
      title="Upload image"
      refusal={refused('image_create') ?? refused('disk_create')}
      onSubmit={(values) => upload(project, values)}
      onClose={close}
      copyAs={
        <CopyAs
          form={form}
          creates="imageCreate"
          request={({ name, description, os, version }) =>
            copyRequest('imageCreate', {
              query: { project },
              body: { name, description, os, version, source: { type: 'snapshot', id: '<snapshot>' } },
            })
          }
        />
      }
    >
      <ImageFields control={control} />
      <RadioField
        control={control}
        name="blockSize"
        label="Block size"
        choices={blockSizes.map((value) => ({ value, label: `${value} B` }))}
      />
      <FileField
        control={control}
        name="file"
        label="Image file"
        required
        hint={
          (file && signatures && roundedUp(neededBytes(signatures))) ??
          (converts ? 'A raw, qcow2, VMDK or VHD disk image, or a CD image' : 'A raw disk image or a CD image')
        }
        validate={(chosen) => (chosen ? imageProblem(chosen, signatures) : undefined)}
      />
      {capabilities?.uploadChecksums !== false && (
        <TextField
          control={control}
          name="checksum"
          label="Checksum"
          mono
          rules={[checksumProblem]}
          checkOnLeave={() => trigger('checksum')}
          validate={(text) => (text && file && signatures && hasFooter(file, signatures) ? noFooter : undefined)}
          hint="SHA-256 or SHA-512 of the file, in hexadecimal. The server verifies it."
        />
      )}
      <div role="status" className="flex flex-col gap-3 empty:hidden">
        {notices.map((notice) => (
          <Notice key={notice} tone="odd" content={notice} />
        ))}
      </div>
    </PanelForm>
  )
}

/** The size of the image, where it is not that of its disk. */
const roundedUp = (bytes: number): string | undefined =>
  bytes % gib ? `The image will have ${gibFor(bytes)} GiB: sizes are rounded up to whole GiB` : undefined

const noFooter = 'The checksum of a fixed VHD cannot be verified: its footer is not uploaded'
const hasFooter = (file: File, { disk }: BootSignatures) => disk.contentBytes < file.size

/** The signatures of the file, once it is read; nothing where it cannot be. */
function useBootSignatures(file: File | null): BootSignatures | undefined {
  const [read, setRead] = useState<{ file: File; signatures: BootSignatures }>()
  useEffect(() => {
    if (file)
      readBootSignatures(file).then(
        (signatures) => setRead({ file, signatures }),
        () => undefined,
      )
  }, [file])
  return read && read.file === file ? read.signatures : undefined
}
