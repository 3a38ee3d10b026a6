import { BulkHost } from '~/table/bulk-host.tsx'
import { Hosts } from '~/ui/hosts.tsx'

/** What toasts, questions, tooltips and bulk reports show themselves in. */
export default function Overlays() {
  return (
    <>
      <Hosts />
      <BulkHost />
    </>
  )
}
