import { type Cgroups, type Controller, unlimited } from './cgroups.ts'
import { OwnGroups } from './own-groups.ts'
import { type Manager, SystemdScopes } from './systemd-scopes.ts'

/** How a host limits machines; null without a usable cgroup. */
export type CgroupSettings =
  | {
      kind: 'scopes'
      manager: Manager
      /** Prefix of the names of this data folder's scopes. */
      prefix: string
      /** The cgroup that contains the scopes; null if it is not visible here. */
      slice: string | null
    }
  | {
      kind: 'groups'
      /** The cgroup that contains one for each machine. */
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
