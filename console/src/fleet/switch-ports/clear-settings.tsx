import { apiCall, refreshAfter } from '~/api/queries.ts'
import type { SwitchPort } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { outcome } from '~/shell/outcome.tsx'
import { confirm } from '~/ui/confirm.ts'
import { toast } from '~/ui/toast.ts'
import { atPort, portLabel } from './queries.ts'

export const clearRefusal = ({ portSettingsId }: SwitchPort): string | undefined =>
  portSettingsId ? undefined : 'It has no settings'

/** Asks, and takes its settings from a port. */
export function askToClear(port: SwitchPort): void {
  void confirm({
    title: 'Clear settings',
    danger: true,
    body: (
      <>
        <b>{portLabel(port)}</b> goes down: its links, addresses, routes and BGP sessions end. The settings stay.
      </>
    ),
    copyAs: <CopyAsButton request={copyRequest('networkingSwitchPortClearSettings', atPort(port))} />,
    action: async () => {
      await apiCall('networkingSwitchPortClearSettings', atPort(port))
      toast({ content: outcome('Settings of', portLabel(port), 'cleared') })
      void refreshAfter('networkingSwitchPortClearSettings')
    },
  })
}
