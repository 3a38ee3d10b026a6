import { useQuery } from '@tanstack/react-query'
import { refreshAfter, wholeListQuery } from '~/api/queries.ts'
import type { Silo, SiloIpPool } from '~/api/types.gen.ts'
import { SwitchField } from '~/form/choice-fields.tsx'
import { ComboboxField } from '~/form/combobox.tsx'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { useForm } from '~/form/use-form.ts'
import { toast } from '~/lib/toast.ts'
import { poolText } from '~/network/pool-options.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { failureOf } from '~/shell/page/reads.ts'
import { linkRequest, useLink } from './use-link.ts'

interface LinkPoolProps {
  silo: Silo
  linked: readonly SiloIpPool[]
  onClose: () => void
}

interface Values {
  pool: string
  isDefault: boolean
}

export default function LinkPool({ silo, linked, onClose }: LinkPoolProps) {
  const pools = useQuery(wholeListQuery('ipPoolList'))
  const replaced = linked.find(({ isDefault }) => isDefault)
  const form = useForm<Values>({ defaultValues: { pool: '', isDefault: !replaced }, saveKey: 'link pool' })
  const link = useLink()
  return (
    <ModalForm
      form={form}
      title="Link pool"
      onClose={onClose}
      onSubmit={async (values) => {
        // The link stays where the rest fails.
        await link({ silo: silo.name, ...values }).finally(() => void refreshAfter('ipPoolSiloLink'))
        toast({ content: outcome('IP pool', values.pool, 'linked to', silo.name) })
      }}
      copyAs={
        <CopyAs
          form={form}
          creates="ipPoolSiloLink"
          request={(values) => copyRequest('ipPoolSiloLink', linkRequest({ silo: silo.name, ...values }))}
        />
      }
    >
      <ComboboxField
        control={form.control}
        name="pool"
        label="Pool"
        required
        failure={failureOf(pools)}
        items={pools.data?.map((pool) => ({
          value: pool.name,
          label: pool.name,
          description: poolText(pool),
          refusal: linked.some(({ id }) => id === pool.id) && 'Already linked',
        }))}
      />
      <SwitchField
        control={form.control}
        name="isDefault"
        label="Make it the silo's default pool"
        hint={`Used when a request names no pool${replaced ? `. Replaces ${replaced.name}.` : ''}`}
      />
    </ModalForm>
  )
}
