import type { Role, RoleLevel } from '@skerry/contract/rules/roles.ts'

export const roleLabel: Record<Role, string> = { admin: 'Admin', collaborator: 'Collaborator', viewer: 'Viewer' }

/** What a role lets its holder do; each has what the weaker ones have. */
export const roleMeaning: Record<RoleLevel, Record<Role, string>> = {
  project: {
    viewer: 'Can view everything in the project',
    collaborator: 'Can also create, change and delete everything in the project',
    admin: 'Can also edit and delete the project, and manage access to it',
  },
  silo: {
    viewer: 'Can view all projects and images of the silo',
    collaborator: 'Can also create projects, is admin of every project, and manages silo images',
    admin: 'Can also manage access, users, certificates and sign-in settings',
  },
  fleet: {
    viewer: 'Can view the system area',
    collaborator: 'Can also create, change and delete silos, and set their quotas',
    admin: 'Can also manage hardware, networking, updates and fleet access',
  },
}
