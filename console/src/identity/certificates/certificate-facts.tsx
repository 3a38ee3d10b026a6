import type { ServiceUsingCertificate } from '~/api/types.gen.ts'
import { useTimeText } from '~/lib/clock.ts'
import { Badge } from '~/ui/badge.tsx'
import { DateTime } from '~/ui/time.tsx'

export const serviceLabel: Record<ServiceUsingCertificate, string> = { external_api: 'External API' }

const soon = 30 * 86_400_000

/** When a certificate expires, and whether that is soon or past. */
export function Expiry({ date }: { date: Date }) {
  const state = useTimeText((now) =>
    date.getTime() <= now ? 'expired' : date.getTime() - now < soon ? 'expires soon' : '',
  )
  return (
    <span className="inline-flex items-center gap-2">
      <DateTime date={date} />
      {state === 'expired' ? <Badge tone="bad">expired</Badge> : state && <Badge>expires soon</Badge>}
    </span>
  )
}
