import type { Role, RoleLevel } from '@skerry/contract/rules/roles.ts'

export const roleLabel: Record<Role, string> = { admin: 'Admin', collaborator: 'Collaborator', viewer: 'Viewer' }

/** What a role lets its holder do; each has what the weaker ones have. */
export const roleMeaning: Record<RoleLevel, Record<Role, string>> = {
  project: {
    viewer: 'Sees the project and all that is in it',
    collaborator: 'Also creates, changes and deletes what is in it',
    admin: 'Also edits and deletes the project, and says who has a role in it',
  },
  silo: {
    viewer: 'Sees all projects of the silo, and its images',
    collaborator: 'Also creates projects, is admin in every one, and manages the images of the silo',
    admin: 'Also says who has a role in the silo, and manages its users, certificates and sign-in settings',
  },
  fleet: {
    viewer: 'Sees the system area',
    collaborator: 'Also creates, changes and deletes silos, and sets their quotas',
    admin: 'Also manages hardware, networking and updates, and says who has a role in the fleet',
  },
}
