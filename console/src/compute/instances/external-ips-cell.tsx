import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { apiQuery } from '~/api/queries.ts'
import { queryClient } from '~/api/query-client.ts'
import type { Instance } from '~/api/types.gen.ts'
import { failureOf } from '~/shell/page/reads.ts'
import { useSeen } from '~/shell/page/use-seen.ts'
import { MoreCell } from '~/table/more-cell.tsx'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'

const externalIpsQuery = (instance: string) =>
  apiQuery(
    'instanceExternalIpList',
    { path: { instance } },
    { secondary: true, staleTime: 30_000, expected: 'the instance may be deleted' },
  )

/** The addresses of an instance as far as they were read, for the quick filter. */
export const knownExternalIps = ({ id, externalAddresses }: Instance): readonly string[] =>
  externalAddresses ?? queryClient.getQueryData(externalIpsQuery(id).queryKey)?.items.map(({ ip }) => ip) ?? []

/** Ephemeral and floating addresses of an instance. */
export const ExternalIpsCell = ({ instance: { id, externalAddresses } }: { instance: Instance }) =>
  externalAddresses ? (
    <span className={cellClass}>
      <Addresses ips={externalAddresses} />
    </span>
  ) : (
    <AskedAddresses instance={id} />
  )

const cellClass = 'inline-flex min-h-7 items-center gap-1'

/** Where the server does not list them with the instance: asked for once the row is in view. */
function AskedAddresses({ instance }: { instance: string }) {
  const cell = useRef<HTMLSpanElement>(null)
  const isSeen = useSeen(cell)
  const query = useQuery({ ...externalIpsQuery(instance), enabled: isSeen })
  const addresses = query.data?.items.map(({ ip }) => ip)
  return (
    <span ref={cell} className={cellClass}>
      <SecondaryCell value={addresses} failure={failureOf(query)}>
        {(ips) => <Addresses ips={ips} />}
      </SecondaryCell>
    </span>
  )
}

const Addresses = ({ ips }: { ips: readonly string[] }) => (
  <>
    <MoreCell items={ips} />
    {ips[0] && <CopyButton text={ips[0]} label="Copy address" />}
  </>
)
