import type { roles as table } from '@skerry/contract/identity/roles.ts'
import { type Role, roleLevels, type RoleLevel, roles } from '@skerry/contract/rules/roles.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { notFound } from '../../kernel/http/errors.ts'
import { pageOfItems } from '../../kernel/http/paging.ts'

const DESCRIPTIONS: Record<RoleLevel, Record<Role, string>> = {
  fleet: {
    admin: 'Changes everything in the fleet, its policy too',
    collaborator: 'Reads the fleet, adds silos and parts of the network, and writes the policies of silos',
    viewer: 'Reads everything in the fleet, and the settings of every silo',
  },
  silo: {
    admin: 'Changes everything in the silo: its policy, users, images and projects',
    collaborator: 'Adds projects and images, and is admin of every project of the silo',
    viewer: 'Reads every project and image of the silo',
  },
  project: {
    admin: 'Changes everything in the project, its policy too, and deletes it',
    collaborator: 'Adds, changes and deletes what is in the project',
    viewer: 'Reads what is in the project',
  },
}

/** All roles, sorted by name. */
const ALL = roleLevels
  .flatMap((level) => roles.map((role) => ({ name: `${level}.${role}`, description: DESCRIPTIONS[level][role] })))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))

export const rolesOps: Handlers<typeof table> = {
  role_list(call) {
    call.access.onFleet()
    return pageOfItems(call.page, ALL, ({ name }) => name)
  },

  role_view(call) {
    const hidden = () => notFound('role', { name: call.params.role_name })
    call.access.onFleet(hidden)
    const role = ALL.find(({ name }) => name === call.params.role_name)
    if (!role) throw hidden()
    return role
  },
}
