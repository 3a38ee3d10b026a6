import { useQuery } from '@tanstack/react-query'
import type { InternetGateway } from '~/api/types.gen.ts'
import { useForm } from '~/form/use-form.ts'
import { vpcRoutesQuery } from '~/network/routers/queries.ts'
import type { VpcParams } from '~/network/vpcs/queries.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { RequestModal } from '~/shell/form/request-modal.tsx'
import { failureOf } from '~/shell/page/reads.ts'
import { ReadFailureNotice } from '~/ui/read-failure.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { attachedAddressesQuery, attachedPoolsQuery, routesThrough } from './queries.ts'

interface DeleteGatewayProps {
  params: VpcParams
  gateway: InternetGateway
  onClose: () => void
}

/** Modal that names what is deleted along with a gateway. */
export default function DeleteGateway({ params, gateway, onClose }: DeleteGatewayProps) {
  const form = useForm({ defaultValues: {}, saveKey: null })
  const pools = useQuery(attachedPoolsQuery(gateway.id))
  const addresses = useQuery(attachedAddressesQuery(gateway.id))
  const routes = useQuery(vpcRoutesQuery(params))
  const failure = failureOf(pools, addresses, routes)
  const along = pools.data &&
    addresses.data &&
    routes.data && [
      ...pools.data.map(({ name }) => `IP pool ${name}`),
      ...addresses.data.map(({ name, address }) => `Address ${name}, ${address}`),
      ...routesThrough(routes.data, gateway.name).map(
        ({ route, router }) => `Route ${route.name} of router ${router.name}`,
      ),
    ]
  return (
    <RequestModal
      form={form}
      title="Delete internet gateway"
      size="narrow"
      submitLabel="Delete internet gateway"
      refusal={!along && 'What is deleted with it is still loading'}
      danger
      onClose={onClose}
      method="internetGatewayDelete"
      request={() => ({ path: { gateway: gateway.id }, query: { cascade: along !== undefined && along.length > 0 } })}
      outcome={() => outcome('Internet gateway', gateway.name, 'deleted')}
    >
      <p>
        <b>{gateway.name}</b> is permanently deleted{along && along.length > 0 ? ', along with:' : '. Nothing uses it.'}
      </p>
      {failure ? (
        <ReadFailureNotice what="What uses the gateway" failure={failure} />
      ) : along ? (
        <ul className="list-disc pl-5 text-ink-2">
          {along.map((thing) => (
            <li key={thing}>{thing}</li>
          ))}
        </ul>
      ) : (
        <Skeleton width="100%" />
      )}
    </RequestModal>
  )
}
