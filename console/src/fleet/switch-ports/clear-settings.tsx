import type { SwitchPort } from '~/api/types.gen.ts'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { outcome } from '~/shell/actions/outcome.tsx'
import { atPort, portLabel } from './queries.ts'

export const clearRefusal = ({ portSettingsId }: SwitchPort): string | undefined =>
  portSettingsId ? undefined : 'The port has no settings'

/** Asks, and takes its settings from a port. */
export function askToClear(port: SwitchPort): void {
  askToDo({
    title: 'Clear settings',
    danger: true,
    body: (
      <>
        <b>{portLabel(port)}</b> goes down: its links, addresses, routes and BGP sessions end. The settings stay.
      </>
    ),
    method: 'networkingSwitchPortClearSettings',
    request: atPort(port),
    done: () => outcome('Settings of', portLabel(port), 'cleared'),
  })
}
