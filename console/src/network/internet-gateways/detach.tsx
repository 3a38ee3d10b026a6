import { CheckboxField } from '~/form/choice-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import type { RouterWithRoute } from '~/network/routers/queries.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { RequestModal } from '~/shell/form/request-modal.tsx'

/** An IP pool or an address that is attached to a gateway. */
export interface Attachment {
  kind: 'IP pool' | 'address'
  id: string
  name: string
}

interface DetachProps {
  attachment: Attachment
  gateway: string
  /** Routes through the gateway: they keep its other addresses, unless they are deleted too. */
  routes: readonly RouterWithRoute[]
  onClose: () => void
}

export default function Detach({ attachment, gateway, routes, onClose }: DetachProps) {
  const { kind, id, name } = attachment
  const form = useForm({ defaultValues: { cascade: false }, saveKey: null })
  const cascade = form.watch('cascade')
  const inUse = routes.length > 0
  const modal = {
    form,
    title: `Detach ${kind}`,
    size: 'narrow',
    submitLabel: `Detach ${kind}`,
    refusal: inUse && !cascade && 'Routes use this gateway',
    danger: true,
    onClose,
    outcome: () => outcome(kind === 'address' ? 'Address' : kind, name, 'detached from', gateway),
    children: (
      <>
        <p>
          <b>{name}</b> is detached from the gateway <b>{gateway}</b>.
        </p>
        {inUse && (
          <CheckboxField
            control={form.control}
            name="cascade"
            label="Also delete the routes that use this gateway"
            hint={routes.map(({ route, router }) => `${route.name} of router ${router.name}`).join(', ')}
          />
        )}
      </>
    ),
  } as const
  const query = { cascade }
  return kind === 'IP pool' ? (
    <RequestModal {...modal} method="internetGatewayIpPoolDelete" request={() => ({ path: { pool: id }, query })} />
  ) : (
    <RequestModal
      {...modal}
      method="internetGatewayIpAddressDelete"
      request={() => ({ path: { address: id }, query })}
    />
  )
}
