import { useSuspenseQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '~/ui/button.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { AsnPicker } from './asn-picker.tsx'
import { configsQuery } from './queries.ts'

interface AsnTabProps {
  /** As the URL has it. */
  asn: number | undefined
  onChange: (asn: number) => void
  /** What there is of an autonomous system. */
  children: (asn: number) => ReactNode
}

export function AsnTab({ asn: chosen, onChange, children }: AsnTabProps) {
  const { data: configs } = useSuspenseQuery(configsQuery)
  const asn = chosen ?? configs[0]?.asn
  if (asn === undefined)
    return (
      <div className="rounded-lg border border-line bg-surface">
        <EmptyState
          icon={<Share2 />}
          title="No BGP configurations"
          body="Without a configuration, BGP announces and receives nothing."
        >
          <ButtonLink to="/system/networking/bgp/configs">Configurations</ButtonLink>
        </EmptyState>
      </div>
    )
  return (
    <>
      <AsnPicker value={asn} onChange={onChange} />
      {children(asn)}
    </>
  )
}
