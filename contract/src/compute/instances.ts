import { z } from 'zod'
import { DeletionLockUpdate, deletionLock } from '../deletion-lock.ts'
import { SshKey } from '../identity/ssh-keys.ts'
import { ExternalIpCreate } from '../network/external-ips.ts'
import { InstanceNetworkInterfaceCreate } from '../network/network-interfaces.ts'
import { defineOperations } from '../operation.ts'
import { IdSortMode, NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { hostnameProblem } from '../rules/hostnames.ts'
import { instanceConditionKinds, instanceFirmwares, instanceStates } from '../rules/instances.ts'
import {
  base64,
  ByteCount,
  dateTime,
  identity,
  ipAddress,
  Name,
  NameOrId,
  newIdentity,
  uint16,
  uint64,
  uint8,
  uuid,
} from '../values.ts'
import { Disk, DiskSource } from './disks.ts'

export const DiskPath = z.object({ disk: NameOrId }).meta({ id: 'DiskPath' })
export type DiskPath = z.infer<typeof DiskPath>

export const Hostname = z
  .string()
  .max(253, { abort: true })
  .regex(/^[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)*$/, {
    error: 'must be labels of letters, digits and hyphens, joined by dots',
    abort: true,
  })
  .superRefine((text, context) => {
    const message = hostnameProblem(text)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .meta({ id: 'Hostname' })
export type Hostname = z.infer<typeof Hostname>

export const InstanceAutoRestartPolicy = z.enum(['never', 'best_effort']).meta({ id: 'InstanceAutoRestartPolicy' })
export type InstanceAutoRestartPolicy = z.infer<typeof InstanceAutoRestartPolicy>

export const InstanceCpuCount = uint16.meta({ id: 'InstanceCpuCount' })
export type InstanceCpuCount = z.infer<typeof InstanceCpuCount>

export const InstanceState = z

  .enum(instanceStates)
  .meta({ id: 'InstanceState' })
export type InstanceState = z.infer<typeof InstanceState>

/** `auto`: what the disks need, found at each start. */
export const InstanceFirmware = z.enum(instanceFirmwares).meta({ id: 'InstanceFirmware' })
export type InstanceFirmware = z.infer<typeof InstanceFirmware>

/** Why the machine executes nothing although the instance runs. */
export const InstanceCondition = z
  .object({
    /** `storage_full`: it was about to write, and continues by itself once there is room. */
    kind: z.enum(instanceConditionKinds),
    since: dateTime,
    detail: z.string(),
  })
  .meta({ id: 'InstanceCondition' })
export type InstanceCondition = z.infer<typeof InstanceCondition>

export const Instance = z
  .object({
    ...identity,
    auto_restart_cooldown_expiration: dateTime.nullish(),
    auto_restart_enabled: z.boolean(),
    auto_restart_policy: InstanceAutoRestartPolicy.nullish(),
    boot_disk_id: uuid.nullish(),
    /** Null while its machine executes, or has none. Beyond the wire contract. */
    condition: InstanceCondition.nullish(),
    ...deletionLock,
    /** Only in lists: ephemeral first, then floating by name. Saves a request per instance. */
    external_addresses: z.array(ipAddress).optional(),
    /** Beyond the wire contract. */
    firmware: InstanceFirmware.optional(),
    hostname: z.string(),
    memory: ByteCount,
    ncpus: InstanceCpuCount,
    project_id: uuid,
    run_state: InstanceState,
    /** Why it stayed stopped when it was created to run; null once it is started. Beyond the wire contract. */
    start_refusal: z.string().nullish(),
    time_last_auto_restarted: dateTime.nullish(),
    time_run_state_updated: dateTime,
  })
  .meta({ id: 'Instance' })
export type Instance = z.infer<typeof Instance>

export const InstanceDiskAttachment = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('create'), ...newIdentity, disk_source: DiskSource, size: ByteCount }),
    z.object({ type: z.literal('attach'), name: Name }),
  ])
  .meta({ id: 'InstanceDiskAttachment' })
export type InstanceDiskAttachment = z.infer<typeof InstanceDiskAttachment>

export const InstanceNetworkInterfaceAttachment = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('create'), params: z.array(InstanceNetworkInterfaceCreate) }),
    z.object({ type: z.literal('default') }),
    z.object({ type: z.literal('none') }),
  ])
  .meta({ id: 'InstanceNetworkInterfaceAttachment' })
export type InstanceNetworkInterfaceAttachment = z.infer<typeof InstanceNetworkInterfaceAttachment>

export const InstanceCreate = z
  .object({
    ...newIdentity,
    anti_affinity_groups: z.array(NameOrId).default([]),
    auto_restart_policy: InstanceAutoRestartPolicy.nullable().default(null),
    boot_disk: InstanceDiskAttachment.nullable().default(null),
    disks: z.array(InstanceDiskAttachment).default([]),
    external_ips: z.array(ExternalIpCreate).default([]),
    firmware: InstanceFirmware.default('auto'),
    hostname: Hostname,
    memory: ByteCount,
    ncpus: InstanceCpuCount,
    network_interfaces: InstanceNetworkInterfaceAttachment.default({ type: 'default' }),
    ssh_public_keys: z.array(NameOrId).nullish(),
    start: z.boolean().default(true),
    user_data: base64.default(''),
  })
  .meta({ id: 'InstanceCreate' })
export type InstanceCreate = z.infer<typeof InstanceCreate>

/** What an instance was made with that neither its view nor another list of its project has. */
export const InstanceParts = z
  .object({
    /** The instance's. */
    id: uuid,
    ephemeral_ip_pool_id: uuid.nullable(),
    /** By name. */
    ssh_public_key_ids: z.array(uuid),
  })
  .meta({ id: 'InstanceParts' })
export type InstanceParts = z.infer<typeof InstanceParts>

export const InstanceSerialConsoleData = z
  .object({ data: z.array(uint8), last_byte_offset: uint64 })
  .meta({ id: 'InstanceSerialConsoleData' })
export type InstanceSerialConsoleData = z.infer<typeof InstanceSerialConsoleData>

/** What the agent in a guest reports: no truer than the guest. */
export const GuestReport = z
  .object({
    agent_version: z.string().nullable(),
    hostname: z.string().nullable(),
    /** Name and version of the operating system. */
    system: z.string().nullable(),
    kernel: z.string().nullable(),
    interfaces: z.array(z.object({ name: z.string(), mac: z.string().nullable(), addresses: z.array(ipAddress) })),
    file_systems: z.array(
      z.object({
        mount_point: z.string(),
        type: z.string(),
        total: ByteCount.nullable(),
        used: ByteCount.nullable(),
      }),
    ),
  })
  .meta({ id: 'GuestReport' })
export type GuestReport = z.infer<typeof GuestReport>

export const InstanceGuest = z
  .object({
    /** Null where no agent runs. */
    report: GuestReport.nullable(),
  })
  .meta({ id: 'InstanceGuest' })
export type InstanceGuest = z.infer<typeof InstanceGuest>

export const InstanceUpdate = z
  .object({
    auto_restart_policy: InstanceAutoRestartPolicy.nullish(),
    boot_disk: NameOrId.nullish(),
    /** Unchanged where it is absent. */
    firmware: InstanceFirmware.nullish(),
    memory: ByteCount,
    ncpus: InstanceCpuCount,
  })
  .meta({ id: 'InstanceUpdate' })
export type InstanceUpdate = z.infer<typeof InstanceUpdate>

const port = z.int().min(1).max(65_535)

/** A TCP port of a server's host that leads to one of an instance. */
export const InstancePortForward = z
  .object({
    /** Where it is open: an address of the host. */
    host_ip: z.ipv4(),
    host_port: port,
    instance_port: port,
  })
  .meta({ id: 'InstancePortForward' })

export const instances = defineOperations({
  instance_list: {
    tag: 'instances',
    method: 'get',
    path: '/v1/instances',
    query: page(NameOrIdSortMode, { project: NameOrId.optional() }),
    firstPage: ['project'],
    paginated: true,
    answer: [200, resultsPage(Instance)],
  },
  instance_parts_list: {
    tag: 'instances',
    method: 'get',
    path: '/v1/instance-parts',
    query: page(IdSortMode, { project: NameOrId.optional() }),
    firstPage: ['project'],
    paginated: true,
    answer: [200, resultsPage(InstanceParts)],
  },
  instance_create: {
    tag: 'instances',
    method: 'post',
    path: '/v1/instances',
    query: z.object({ project: NameOrId }),
    body: InstanceCreate,
    answer: [201, Instance],
  },
  instance_view: {
    tag: 'instances',
    method: 'get',
    path: '/v1/instances/{instance}',
    params: z.object({ instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [200, Instance],
  },
  instance_update: {
    tag: 'instances',
    method: 'put',
    path: '/v1/instances/{instance}',
    params: z.object({ instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    body: InstanceUpdate,
    answer: [200, Instance],
  },
  instance_delete: {
    tag: 'instances',
    method: 'delete',
    path: '/v1/instances/{instance}',
    params: z.object({ instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [204],
  },
  instance_deletion_lock_update: {
    tag: 'instances',
    method: 'put',
    path: '/v1/instances/{instance}/deletion-lock',
    params: z.object({ instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    body: DeletionLockUpdate,
    answer: [200, Instance],
  },
  instance_disk_list: {
    tag: 'instances',
    method: 'get',
    path: '/v1/instances/{instance}/disks',
    params: z.object({ instance: NameOrId }),
    query: page(NameOrIdSortMode, { project: NameOrId.optional() }),
    paginated: true,
    answer: [200, resultsPage(Disk)],
  },
  instance_disk_attach: {
    tag: 'instances',
    method: 'post',
    path: '/v1/instances/{instance}/disks/attach',
    params: z.object({ instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    body: DiskPath,
    answer: [202, Disk],
  },
  instance_disk_detach: {
    tag: 'instances',
    method: 'post',
    path: '/v1/instances/{instance}/disks/detach',
    params: z.object({ instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    body: DiskPath,
    answer: [202, Disk],
  },
  instance_reboot: {
    tag: 'instances',
    method: 'post',
    path: '/v1/instances/{instance}/reboot',
    params: z.object({ instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [202, Instance],
  },
  instance_serial_console: {
    tag: 'instances',
    method: 'get',
    path: '/v1/instances/{instance}/serial-console',
    params: z.object({ instance: NameOrId }),
    query: z.object({
      from_start: uint64.optional(),
      max_bytes: uint64.optional(),
      most_recent: uint64.optional(),
      project: NameOrId.optional(),
    }),
    answer: [200, InstanceSerialConsoleData],
  },
  instance_serial_console_stream: {
    tag: 'instances',
    method: 'get',
    path: '/v1/instances/{instance}/serial-console/stream',
    params: z.object({ instance: NameOrId }),
    query: z.object({ most_recent: uint64.optional(), project: NameOrId.optional() }),
    websocket: true,
    answer: 'default',
  },
  /** The display of its machine: RFB (VNC, RFC 6143) in binary frames. */
  instance_graphical_console_stream: {
    tag: 'instances',
    method: 'get',
    path: '/v1/instances/{instance}/graphical-console/stream',
    params: z.object({ instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    websocket: true,
    answer: 'default',
  },
  /** Ports of the host that lead to its machine; none while it does not run. */
  instance_port_forward_list: {
    tag: 'instances',
    method: 'get',
    path: '/v1/instances/{instance}/port-forwards',
    params: z.object({ instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [200, resultsPage(InstancePortForward)],
  },
  /** What the guest agent in its machine reports, asked now. */
  instance_guest_view: {
    tag: 'instances',
    method: 'get',
    path: '/v1/instances/{instance}/guest',
    params: z.object({ instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [200, InstanceGuest],
  },
  instance_ssh_public_key_list: {
    tag: 'instances',
    method: 'get',
    path: '/v1/instances/{instance}/ssh-public-keys',
    params: z.object({ instance: NameOrId }),
    query: page(NameOrIdSortMode, { project: NameOrId.optional() }),
    paginated: true,
    answer: [200, resultsPage(SshKey)],
  },
  instance_start: {
    tag: 'instances',
    method: 'post',
    path: '/v1/instances/{instance}/start',
    params: z.object({ instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [202, Instance],
  },
  instance_stop: {
    tag: 'instances',
    method: 'post',
    path: '/v1/instances/{instance}/stop',
    params: z.object({ instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [202, Instance],
  },
  /** Stops it without waiting for its guest to shut down, also while a stop or reboot waits for that. */
  instance_power_off: {
    tag: 'instances',
    method: 'post',
    path: '/v1/instances/{instance}/power-off',
    params: z.object({ instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [202, Instance],
  },
})
