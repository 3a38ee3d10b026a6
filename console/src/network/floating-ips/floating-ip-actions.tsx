import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { FloatingIp } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { outcome } from '~/shell/actions/outcome.tsx'
import type { StorageNames } from '~/shell/things/storage-names.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import type { MenuItem } from '~/ui/menu.tsx'

const AttachFloatingIp = lazyPart(() => import('./attach-floating-ip.tsx'))

export function askToDetachFloatingIp({ id, name, ip }: Pick<FloatingIp, 'id' | 'name' | 'ip'>, instance?: string) {
  const request = { path: { floatingIp: id } }
  askToDo({
    title: 'Detach floating IP',
    body: (
      <>
        <b>{instance ?? 'Its instance'}</b> is no longer reachable at <b>{ip}</b>. <b>{name}</b> stays in the project.
      </>
    ),
    method: 'floatingIpDetach',
    request,
    done: () => outcome('Floating IP', name, 'detached'),
  })
}

interface FloatingIpActions {
  /** Menu items: Edit, Attach or Detach, Delete. */
  menu: (floatingIp: FloatingIp) => MenuItem[]
  /** Render it once on the page: the form that Attach opens. */
  dialog: ReactNode
}

export function useFloatingIpActions(project: string, { instances }: StorageNames): FloatingIpActions {
  const refused = useRefusals({ project })
  const [attached, setAttached] = useState<FloatingIp | null>(null)

  const attachment = (floatingIp: FloatingIp): MenuItem => {
    const { instanceId } = floatingIp
    if (!instanceId)
      return {
        label: 'Attach',
        refusal: refused('floating_ip_attach') ?? (instances?.size === 0 && 'This project has no instances'),
        onSelect: () => setAttached(floatingIp),
      }
    const instance = instances?.get(instanceId)
    return {
      label: 'Detach',
      refusal: refused('floating_ip_detach') ?? (instance && instanceCan.detachExternalIp.refusal(instance)),
      onSelect: () => askToDetachFloatingIp(floatingIp, instance?.name),
    }
  }

  return {
    menu: (floatingIp) => [
      {
        label: 'Edit',
        refusal: refused('floating_ip_update'),
        link: (
          <Link
            to="/projects/$project/floating-ips/$floatingIp/edit"
            params={{ project, floatingIp: floatingIp.name }}
            search
            state
          />
        ),
      },
      attachment(floatingIp),
      {
        label: 'Delete',
        danger: true,
        refusal: refused('floating_ip_delete') ?? (floatingIp.instanceId && 'Detach the floating IP first'),
        onSelect: () =>
          askToDelete({
            kind: 'floating IP',
            name: floatingIp.name,
            consequence: `is permanently deleted. ${floatingIp.ip} returns to its pool and may go to another project.`,
            method: 'floatingIpDelete',
            request: { path: { floatingIp: floatingIp.id } },
          }),
      },
    ],
    dialog: attached && (
      <PartBoundary onFailed={() => setAttached(null)}>
        <AttachFloatingIp key={attached.id} project={project} floatingIp={attached} onClose={() => setAttached(null)} />
      </PartBoundary>
    ),
  }
}
