import { type Cgroups, type Controller, unlimited } from './cgroups.ts'
import { OwnGroups } from './own-groups.ts'
import { type Manager, SystemdScopes } from './systemd-scopes.ts'

/** How a host limits machines; null without a usable cgroup. */
export type CgroupSettings =
  | {
      kind: 'scopes'
      manager: Manager
      /** Of the names of this data folder's scopes. */
      prefix: string
      /** The cgroup with the scopes; null where it is not seen. */
      slice: string | null
    }
  | {
      kind: 'groups'
      /** The cgroup that has one for each machine. */
      folder: string
      controllers: readonly Controller[]
    }
  | null

export function cgroupsOf(settings: CgroupSettings): Cgroups {
  if (settings === null) return unlimited
  return settings.kind === 'scopes'
    ? new SystemdScopes(settings.manager, settings.prefix, settings.slice)
    : new OwnGroups(settings.folder, settings.controllers)
}
