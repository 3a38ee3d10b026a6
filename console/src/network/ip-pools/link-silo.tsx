import { useQuery } from '@tanstack/react-query'
import { refreshAfter } from '~/api/queries.ts'
import type { IpPool, IpPoolSiloLink } from '~/api/types.gen.ts'
import { SwitchField } from '~/form/choice-fields.tsx'
import { ComboboxField } from '~/form/combobox.tsx'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { useForm } from '~/form/use-form.ts'
import { toast } from '~/lib/toast.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { silosQuery } from './queries.ts'
import { linkRequest, useLink } from './use-link.ts'

interface LinkSiloProps {
  pool: IpPool
  links: readonly IpPoolSiloLink[]
  onClose: () => void
}

interface Values {
  /** Its name, or its id. */
  silo: string
  isDefault: boolean
}

export default function LinkSilo({ pool, links, onClose }: LinkSiloProps) {
  const silos = useQuery(silosQuery)
  const form = useForm<Values>({ defaultValues: { silo: '', isDefault: false }, saveKey: 'link silo' })
  const link = useLink()
  const items = silos.data?.map(({ id, name, description }) => ({
    value: name,
    label: name,
    description: description || undefined,
    refusal: links.some(({ siloId }) => siloId === id) && 'Already linked',
  }))
  return (
    <ModalForm
      form={form}
      title="Link silo"
      onClose={onClose}
      onSubmit={async (values) => {
        // The link stays where the rest fails.
        await link({ pool: pool.name, ...values }).finally(() => void refreshAfter('ipPoolSiloLink'))
        toast({ content: outcome('Silo', values.silo, 'linked to', pool.name) })
      }}
      copyAs={
        <CopyAs
          form={form}
          creates="ipPoolSiloLink"
          request={(values) => copyRequest('ipPoolSiloLink', linkRequest({ pool: pool.name, ...values }))}
        />
      }
    >
      <ComboboxField
        control={form.control}
        name="silo"
        label="Silo"
        required
        free
        // Where silos cannot be listed their names are typed.
        items={items ?? (silos.isError ? [] : undefined)}
      />
      <SwitchField
        control={form.control}
        name="isDefault"
        label="Make it the silo's default pool"
        hint="Used when a request names no pool. Replaces any other default."
      />
    </ModalForm>
  )
}
