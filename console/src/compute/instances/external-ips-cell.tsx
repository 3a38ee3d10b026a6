import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { apiQuery } from '~/api/queries.ts'
import { queryClient } from '~/api/query-client.ts'
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
export const knownExternalIps = (instance: string): string[] =>
  queryClient.getQueryData(externalIpsQuery(instance).queryKey)?.items.map(({ ip }) => ip) ?? []

/** Ephemeral and floating addresses of an instance, asked for once the row is in view. */
export function ExternalIpsCell({ instance }: { instance: string }) {
  const cell = useRef<HTMLSpanElement>(null)
  const { data, isError } = useQuery({ ...externalIpsQuery(instance), enabled: useSeen(cell) })
  const addresses = data?.items.map(({ ip }) => ip)
  return (
    <span ref={cell} className="inline-flex min-h-7 items-center gap-1">
      <SecondaryCell value={addresses?.length === 0 || isError ? null : addresses}>
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
