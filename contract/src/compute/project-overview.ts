import { z } from 'zod'
import { UsageSample, Utilization, VirtualResourceCounts } from '../identity/utilization.ts'
import { defineOperations } from '../operation.ts'
import { attentionKinds } from '../rules/overview.ts'
import { dateTime, NameOrId, uint, uuid } from '../values.ts'
import { InstanceState } from './instances.ts'

export const InstancesInState = z
  .object({
    state: InstanceState,
    count: uint,
    /** When the one that is longest in this state came into it. */
    time_began: dateTime,
  })
  .meta({ id: 'InstancesInState' })
export type InstancesInState = z.infer<typeof InstancesInState>

export const DisksInState = z.object({ state: z.string(), count: uint }).meta({ id: 'DisksInState' })
export type DisksInState = z.infer<typeof DisksInState>

export const AttentionKind = z.enum(attentionKinds).meta({ id: 'AttentionKind' })
export type AttentionKind = z.infer<typeof AttentionKind>

/** Something in a project that a user should look at. */
export const AttentionItem = z
  .object({
    kind: AttentionKind,
    severity: z.enum(['critical', 'warning', 'notice']),
    id: uuid,
    name: z.string(),
    /** Why, where that is known. */
    reason: z.string().nullish(),
    /** Since when, where that is known. */
    time_began: dateTime.nullish(),
  })
  .meta({ id: 'AttentionItem' })
export type AttentionItem = z.infer<typeof AttentionItem>

export const ProjectOverview = z
  .object({
    instances: z.array(InstancesInState),
    disks: z.array(DisksInState),
    snapshots: uint,
    images: uint,
    vpcs: uint,
    floating_ips: uint,
    /** An instance can boot from an image of the project or of its silo. */
    has_image: z.boolean(),
    /** The silo has a default IP pool, which instances with an ephemeral IP need. */
    has_default_pool: z.boolean(),
    /** What the project takes of its silo's quota. */
    usage: VirtualResourceCounts,
    silo: Utilization,
    /** What the project had provisioned in the last seven days, oldest first. */
    trend: z.array(UsageSample),
    attention: z.array(AttentionItem),
    /** Kinds of which there is more than `attention` contains. */
    truncated: z.array(AttentionKind),
  })
  .meta({ id: 'ProjectOverview' })
export type ProjectOverview = z.infer<typeof ProjectOverview>

export const projectOverview = defineOperations({
  /** What a project has, uses and needs. Beyond the wire contract. */
  project_overview: {
    tag: 'projects',
    method: 'get',
    path: '/v1/projects/{project}/overview',
    params: z.object({ project: NameOrId }),
    answer: [200, ProjectOverview],
  },
})
