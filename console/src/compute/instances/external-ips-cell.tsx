import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { apiQuery } from '~/api/queries.ts'
import { queryClient } from '~/api/query-client.ts'
import type { Instance } from '~/api/types.gen.ts'
import { failureOf } from '~/shell/reads.ts'
import { useSeen } from '~/shell/use-seen.ts'
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

/**
 * Ephemeral and floating addresses of an instance. A server that does not list them with the instance is asked once the
 * row is in view.
 */
export function ExternalIpsCell({ instance: { id, externalAddresses } }: { instance: Instance }) {
  const cell = useRef<HTMLSpanElement>(null)
  const seen = useSeen(cell)
  const query = useQuery({ ...externalIpsQuery(id), enabled: seen && !externalAddresses })
  const addresses = externalAddresses ?? query.data?.items.map(({ ip }) => ip)
  return (
    <span ref={cell} className="inline-flex min-h-7 items-center gap-1">
      <SecondaryCell
        value={addresses?.length === 0 ? null : addresses}
        failure={externalAddresses ? undefined : failureOf(query)}
      >
        {(ips) => (
          <>
            <MoreCell items={ips} />
            <CopyButton text={ips[0] ?? ''} label="Copy address" />
          </>
        )}
      </SecondaryCell>
    </span>
  )
}
