import { ipVersion, rangeProblem } from '@skerry/contract/rules/networks.ts'
import { ipv6RangeProblem } from '@skerry/contract/rules/special-networks.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { RequestOf } from '~/api/queries.ts'
import type { IpRange } from '~/api/types.gen.ts'
import { TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { validateIp } from '~/form/validators.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import type { Path } from '~/shell/paths/path.ts'
import { ipPoolPath, ipPoolQuery } from './queries.ts'

const route = getRouteApi('/_app/system/networking/ip-pools/$pool/ranges-add')

export function AddRange() {
  const { data: pool } = useSuspenseQuery(ipPoolQuery(route.useParams().pool))
  return (
    <RangeForm
      method="ipPoolRangeAdd"
      needs="ip_pool_range_add"
      request={(body) => ({ path: { pool: pool.id }, body })}
      closeTo={ipPoolPath(pool.name)}
    />
  )
}

export const AddServiceRange = () => (
  <RangeForm
    method="ipPoolServiceRangeAdd"
    needs="ip_pool_service_range_add"
    request={(body) => ({ body })}
    closeTo="/system/networking/ip-pools-service"
  />
)

interface RangeFormProps<M extends 'ipPoolRangeAdd' | 'ipPoolServiceRangeAdd'> {
  method: M
  needs: 'ip_pool_range_add' | 'ip_pool_service_range_add'
  request: (range: IpRange) => RequestOf<M>
  closeTo: Path
}

const ipv4Only = (address: string) => (ipVersion(address) === 6 ? ipv6RangeProblem : undefined)

const rangeRule = (last: string, { first }: IpRange) =>
  ipVersion(first) && ipVersion(last) ? rangeProblem(first, last) : undefined

function RangeForm<M extends 'ipPoolRangeAdd' | 'ipPoolServiceRangeAdd'>(props: RangeFormProps<M>) {
  const { method, needs, request, closeTo } = props
  const form = useForm({ defaultValues: { first: '', last: '' } })
  const refusal = useRefusal(needs)
  return (
    <FormPanel
      form={form}
      title="Add range"
      refusal={refusal}
      method={method}
      request={request}
      outcome={(_, { first, last }) => outcome('Range', `${first} to ${last}`, 'added')}
      closeTo={closeTo}
    >
      <TextField
        control={form.control}
        name="first"
        label="First address"
        required
        mono
        placeholder="203.0.113.10"
        rules={[validateIp, ipv4Only]}
      />
      <TextField
        control={form.control}
        name="last"
        label="Last address"
        required
        mono
        placeholder="203.0.113.200"
        hint="IPv4 only. IPv6 ranges are not supported yet."
        rules={[validateIp, ipv4Only]}
        validate={rangeRule}
      />
    </FormPanel>
  )
}
