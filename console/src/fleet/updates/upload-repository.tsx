import { FileField } from '~/form/file-field.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { useForm } from '~/form/use-form.ts'
import { beginRepositoryUpload } from './begin-upload.tsx'

/** Checks the first bytes, before all are sent. */
const isZip = async (file: File): Promise<boolean> => (await file.slice(0, 2).text()) === 'PK'

/** Chooses the archive of a repository; its upload goes on in a modal of its own. Open while mounted. */
export default function UploadRepository({ onClose }: { onClose: () => void }) {
  const form = useForm<{ file: File | null }>({ saveKey: null, defaultValues: { file: null } })
  return (
    <ModalForm
      form={form}
      title="Upload repository"
      onSubmit={async ({ file }) => {
        if (!(await isZip(file!))) throw new Error('The file is not a zip archive')
        beginRepositoryUpload(file!)
      }}
      onClose={onClose}
      onDone={onClose}
    >
      <FileField
        control={form.control}
        name="file"
        label="Repository"
        required
        accept=".zip"
        hint="A zip archive, signed so that a trust root verifies it"
        validate={(file) => (file && file.size === 0 ? 'The file is empty' : undefined)}
      />
    </ModalForm>
  )
}
