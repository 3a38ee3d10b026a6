import { useQuery } from '@tanstack/react-query'
import { Notice } from '~/ui/notice.tsx'
import { serverQuery } from '../access/capabilities.ts'

/** Where networks are set up: says so if the platform does not put them in force. */
export function NetworksNotice() {
  const { data: server } = useQuery(serverQuery)
  if (server?.simulated || server?.capabilities?.guestNetwork !== false) return null
  return (
    <div className="mb-6">
      <Notice
        title="Networks have no effect on this platform"
        content={
          server?.capabilities?.portForwards
            ? 'You can set them up, but each instance is alone: it reaches the internet and no other instance, whatever the firewall rules and routes say, and no external IP leads to it. Connect to it by a port of the host.'
            : 'You can set them up, but instances reach no other instance, and no address leads to them.'
        }
      />
    </div>
  )
}
