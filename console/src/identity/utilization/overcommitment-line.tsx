import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '~/api/queries.ts'
import { formatCpus, formatNumber } from '~/lib/format/numbers.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { Button } from '~/ui/button.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'

const EditOvercommitment = lazyPart(() => import('./overcommitment.tsx'))
const overcommitmentQuery = apiQuery('systemOvercommitmentView', {}, { secondary: true })

/** The factors, and a button that changes them. @param threads of the hardware */
export function OvercommitmentLine({ threads }: { threads: number | undefined }) {
  const { data } = useQuery(overcommitmentQuery)
  const refusal = useRefusal('system_overcommitment_update')
  const [editing, setEditing] = useState(false)
  const close = () => setEditing(false)
  if (!data) return null
  return (
    <div className="-mt-3 mb-6 flex flex-wrap items-center gap-3 text-sm text-ink-3">
      <span>
        Overcommitment: {formatCpus(data.cpu)} per thread
        {threads !== undefined && ` (${formatNumber(threads)} threads)`}, storage × {data.storage}
      </span>
      <Button size="sm" refusal={refusal} onClick={() => setEditing(true)}>
        Edit overcommitment
      </Button>
      {editing && (
        <PartBoundary onFailed={close}>
          <EditOvercommitment factors={data} onClose={close} />
        </PartBoundary>
      )}
    </div>
  )
}
