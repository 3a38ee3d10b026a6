import { supportBundleCan } from '@skerry/contract/rules/support-bundles.ts'
import { apiPath } from '~/api/client.ts'
import type { SupportBundleInfo } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { outcome } from '~/shell/actions/outcome.tsx'
import { follow } from '~/shell/activity/follow.ts'
import type { PollingRules } from '~/shell/live/polling.ts'
import type { MenuItem } from '~/ui/menu.tsx'
import { bundleName, bundlePath } from './queries.ts'

export const about =
  'A support bundle is a zip file for troubleshooting: versions, inventory, networking, sagas, tasks, metrics, and the ' +
  'last lines of the log and the audit log. It holds no secrets and no data of instances or disks.'

const isMoving = ({ state }: SupportBundleInfo) => state === 'collecting' || state === 'destroying'

export const bundlePolling: PollingRules<SupportBundleInfo> = {
  isMoving,
  every: 5000,
  longest: 15 * 60_000,
  otherwise: false,
}

export const downloadAddress = ({ id }: SupportBundleInfo): string =>
  apiPath('supportBundleDownload', { path: { bundleId: id } })

/** Asks first: a bundle takes space until it is deleted. */
export function askToCollect(): void {
  askToDo({
    title: 'Create support bundle',
    body: `${about} Collecting takes less than a minute.`,
    confirmLabel: 'Create support bundle',
    errorTitle: 'Could not create support bundle',
    method: 'supportBundleCreate',
    request: {},
    done: (bundle) => {
      const name = bundleName(bundle)
      const watched = { kind: 'support bundle', id: bundle.id, wanted: 'active' } as const
      const isDone = follow({ verb: 'Collect support bundle', name, to: bundlePath(bundle.id), watched }, bundle.state)
      return outcome('Support bundle', name, isDone ? 'collected' : 'is being collected')
    },
  })
}

/** What can be done to a bundle. @param onDeleted leaves a page that shows it */
export function useBundleActions(onDeleted?: () => void): (bundle: SupportBundleInfo) => MenuItem[] {
  const refused = useRefusals()
  return (bundle) => [
    {
      label: 'Download',
      refusal: refused('support_bundle_download') || supportBundleCan.download.refusal(bundle),
      link: <a href={downloadAddress(bundle)} download aria-label="Download" />,
    },
    {
      label: 'Delete',
      danger: true,
      refusal: refused('support_bundle_delete') || (bundle.state === 'destroying' && 'The bundle is being deleted'),
      onSelect: () =>
        askToDelete({
          kind: 'support bundle',
          name: bundleName(bundle),
          consequence:
            bundle.state === 'collecting'
              ? 'is being collected. Deleting it cancels that.'
              : 'and its file are deleted.',
          method: 'supportBundleDelete',
          request: { path: { bundleId: bundle.id } },
          onDeleted,
        }),
    },
  ]
}
