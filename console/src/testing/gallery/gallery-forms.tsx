import { useState } from 'react'
import { CheckboxField, RadioField, SwitchField } from '~/form/choice-fields.tsx'
import { ComboboxField } from '~/form/combobox.tsx'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { FileField } from '~/form/file-field.tsx'
import { PanelForm } from '~/form/form-shells.tsx'
import { ListboxField } from '~/form/listbox.tsx'
import { DiskSizeField, NumberField } from '~/form/number-field.tsx'
import { SubForm } from '~/form/sub-form.tsx'
import { DescriptionField, IpNetField, NameField, PortsField, SecretField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { toast } from '~/lib/toast.ts'
import { Button } from '~/ui/button.tsx'

interface Values {
  name: string
  description: string
  source: string
  size: number | null
  cpus: number | null
  image: string | null
  pool: string | null
  otherPool: string | null
  network: string
  password: string
  file: File | null
  start: boolean
  agree: boolean
  ports: string[]
}

const images = Array.from({ length: 3000 }, (_, index) => ({
  value: `image-${index}`,
  label: `Debian ${index}`,
  description: index % 7 === 0 ? 'x86_64, 2 GiB' : undefined,
}))
const pools = [
  { value: 'default', label: 'default', isDefault: true, description: '203.0.113.0/24' },
  { value: 'other', label: 'other' },
  { value: 'full', label: 'full', refusal: 'No addresses left' },
]

export function GalleryForms() {
  const [open, setOpen] = useState(location.search.includes('panel'))
  return (
    <>
      <Button onClick={() => setOpen(true)} data-hotkey="c" className="self-start">
        New disk
      </Button>
      {open && <DiskPanel onClose={() => setOpen(false)} />}
    </>
  )
}

function DiskPanel({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({
    saveKey: null,
    defaultValues: {
      name: '',
      description: '',
      source: 'blank',
      size: 10,
      cpus: 2,
      image: null,
      pool: 'default',
      otherPool: null,
      network: '',
      password: '',
      file: null,
      start: true,
      agree: false,
      ports: [],
    },
  })
  const { control } = form
  return (
    <PanelForm
      form={form}
      title="Create disk"
      onClose={onClose}
      onSubmit={async ({ name }) => {
        await new Promise((resolve) => setTimeout(resolve, 300))
        if (name === 'taken')
          throw Object.assign(new Error('Disk name already exists'), {
            errorCode: 'ObjectAlreadyExists',
            field: 'name',
          })
        if (name === 'many') throw Object.assign(new Error('Two'), { issues: ['size: too large', 'name: too short'] })
        toast({
          content: (
            <>
              Disk <b>{name}</b> created
            </>
          ),
        })
      }}
      copyAs={
        <CopyAs
          form={form}
          request={({ name, size }) => ({
            operation: 'diskCreate',
            method: 'post',
            path: '/v1/disks',
            query: { project: 'web' },
            body: { name, size },
          })}
        />
      }
    >
      <NameField control={control} name="name" />
      <DescriptionField control={control} name="description" />
      <RadioField
        control={control}
        name="source"
        label="Source"
        choices={[
          { value: 'blank', label: 'Blank', description: 'Empty, to format' },
          { value: 'snapshot', label: 'Snapshot', description: 'A point in time' },
          { value: 'image', label: 'Image', description: 'Ready to boot', refusal: 'No images' },
        ]}
      />
      <DiskSizeField control={control} name="size" hint="1 to 1,023. 6.2 TiB of 7 TiB left in the silo's quota" />
      <NumberField control={control} name="cpus" label="vCPUs" min={1} max={64} required />
      <ComboboxField control={control} name="image" label="Image" items={images} free />
      <ListboxField control={control} name="pool" label="IP pool" items={pools} required />
      <ListboxField control={control} name="otherPool" label="Empty pool" items={[]} />
      <IpNetField control={control} name="network" label="Network" placeholder="172.30.0.0/22" />
      <SecretField control={control} name="password" label="Password" />
      <FileField control={control} name="file" label="User data" />
      <SwitchField control={control} name="start" label="Start instance" />
      <CheckboxField control={control} name="agree" label="Ephemeral IP" refusal="No pool" />
      <SubForm<Values, 'ports', { port: string }, string>
        control={control}
        name="ports"
        label="Ports"
        blank={{ port: '' }}
        toRow={(draft) => draft.port}
        textOf={(row) => row}
        listing="port"
        columns={[{ header: 'Port', cell: (row) => row }]}
        addLabel="Add port"
        max={2}
      >
        {(draft) => <PortsField control={draft.control} name="port" label="Port range" required />}
      </SubForm>
    </PanelForm>
  )
}
