export const roles = ['admin', 'collaborator', 'viewer'] as const
export type Role = (typeof roles)[number]
