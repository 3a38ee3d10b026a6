import { z } from 'zod'

/** The field of every view of a thing whose deletion can be locked, beyond the wire contract. */
export const deletionLock = { deletion_locked: z.boolean().optional() }

export const DeletionLockUpdate = z.object({ locked: z.boolean() }).meta({ id: 'DeletionLockUpdate' })
export type DeletionLockUpdate = z.infer<typeof DeletionLockUpdate>
