import { diskCan } from '@skerry/contract/rules/disks.ts'
import { hostnameProblem } from '@skerry/contract/rules/hostnames.ts'
import type { InstanceFirmware } from '@skerry/contract/rules/instances.ts'
import { nameProblem } from '@skerry/contract/rules/names.ts'
import type { UseFormReturn } from 'react-hook-form'
import type {
  Disk,
  Image,
  InstanceCreate,
  InstanceDiskAttachment,
  InstanceNetworkInterfaceAttachment,
} from '~/api/types.gen.ts'
import { generateName } from '~/form/generated-name.ts'
import { gib } from '~/lib/format/numbers.ts'
import { interfaceBody, type InterfaceValues, newInterface } from '~/network/network-interfaces/interface-values.ts'
import { firstAddressPool, fullText } from '~/network/pool-options.ts'
import { type Available, insteadOfDefault } from './data.ts'

export const hardwareTabs = [
  { value: 'general', label: 'General' },
  { value: 'cpu', label: 'High CPU' },
  { value: 'memory', label: 'High memory' },
  { value: 'custom', label: 'Custom' },
] as const
export type HardwareTab = (typeof hardwareTabs)[number]['value']

/** vCPUs and GiB of memory. */
export type Preset = readonly [ncpus: number, memory: number]
export const presets: Record<Exclude<HardwareTab, 'custom'>, readonly Preset[]> = {
  general: [
    [2, 8],
    [4, 16],
    [8, 32],
    [16, 64],
  ],
  cpu: [
    [2, 4],
    [4, 8],
    [8, 16],
    [16, 32],
  ],
  memory: [
    [2, 16],
    [4, 32],
    [8, 64],
    [16, 128],
  ],
}
export const presetText = ([ncpus, memory]: Preset): string => `${ncpus}/${memory}`

export type BootTab = 'silo' | 'project' | 'disk'

export const maxSshKeys = 100
export const maxUserData = 32_768

/** An additional disk; its size in GiB. */
export interface DiskRow {
  action: 'create' | 'attach'
  name: string
  size: number
}

export interface InstanceDraft {
  name: string
  description: string
  /** Empty: the name. */
  hostname: string
  start: boolean
  hardware: HardwareTab
  preset: string
  ncpus: number | null
  memory: number | null
  bootTab: BootTab
  /** Ids. */
  siloImage: string | null
  projectImage: string | null
  /** GiB. */
  bootSize: number | null
  /** Empty: generated. */
  bootName: string
  /** Name of an existing disk. */
  bootDisk: string | null
  disks: DiskRow[]
  /** Ids. */
  sshKeys: string[]
  network: 'default' | 'custom' | 'none'
  /** Of a custom network. */
  interfaces: InterfaceValues[]
  ephemeral: boolean
  pool: string | null
  floatingIps: string[]
  antiAffinity: string[]
  affinity: string[]
  autoRestart: 'default' | 'never' | 'best_effort'
  firmware: InstanceFirmware
  userData: string
  /** Instead of the text: one that is none. */
  userDataFile: File | null
}

export const attachable = (disks: readonly Disk[]): Disk[] => disks.filter((disk) => diskCan.attach(disk))

/** Why an instance cannot have the interface of the VPC `default`; nothing where it can. */
export const defaultNetworkRefusal = ({ vpcs }: Available): string | undefined => {
  if (vpcs.length === 0) return 'This project has no VPC'
  return vpcs.some((vpc) => vpc.name === 'default') ? undefined : 'This project has no VPC named default'
}

/** The interface that stands for the one of the VPC `default`, where there is none. */
function firstInterfaces({ vpcs, subnets }: Available): InterfaceValues[] {
  const vpc = insteadOfDefault(vpcs)
  const subnet = subnets.find(({ name }) => name === 'default') ?? subnets[0]
  return vpc && subnet ? [{ ...newInterface(vpcs, vpc.name), name: 'net0', subnet: subnet.name }] : []
}

function firstNetwork(available: Available): InstanceDraft['network'] {
  if (available.vpcs.length === 0) return 'none'
  return defaultNetworkRefusal(available) ? 'custom' : 'default'
}

/** Why a new instance cannot have an ephemeral IP; false where it can. */
export const ephemeralRefusal = (network: InstanceDraft['network'], { pools }: Pick<Available, 'pools'>) =>
  (network === 'none' && 'An external IP needs a network interface') ||
  (pools.length === 0 && 'No IP pool is linked to this silo') ||
  (pools.every(fullText) && 'No linked IP pool has a free address')

const firstBootTab = ({ siloImages, projectImages, disks }: Available): BootTab => {
  if (siloImages.length > 0) return 'silo'
  if (projectImages.length > 0) return 'project'
  return attachable(disks).length > 0 ? 'disk' : 'silo'
}

/** Whether there is anything at all to boot from. */
export const canBoot = ({ siloImages, projectImages, disks }: Available): boolean =>
  siloImages.length + projectImages.length + attachable(disks).length > 0

export function blankDraft(available: Available): InstanceDraft {
  const defaultPool = available.pools.find((pool) => pool.isDefault)
  const network = firstNetwork(available)
  return {
    name: '',
    description: '',
    hostname: '',
    start: true,
    hardware: 'general',
    preset: presetText(presets.general[0]!),
    ncpus: 2,
    memory: 8,
    bootTab: firstBootTab(available),
    siloImage: null,
    projectImage: null,
    bootSize: 10,
    bootName: '',
    bootDisk: null,
    disks: [],
    sshKeys: available.sshKeys.slice(0, maxSshKeys).map((key) => key.id),
    network,
    interfaces: firstInterfaces(available),
    ephemeral: network !== 'none' && defaultPool !== undefined && !fullText(defaultPool),
    pool: firstAddressPool(available.pools)?.name ?? null,
    floatingIps: [],
    antiAffinity: [],
    affinity: [],
    autoRestart: 'default',
    firmware: 'auto',
    userData: '',
    userDataFile: null,
  }
}

/** The image of the open tab, if it is a tab of images. */
export function chosenImage(
  { bootTab, siloImage, projectImage }: InstanceDraft,
  available: Pick<Available, 'siloImages' | 'projectImages'>,
): Image | undefined {
  if (bootTab === 'silo') return available.siloImages.find((image) => image.id === siloImage)
  if (bootTab === 'project') return available.projectImages.find((image) => image.id === projectImage)
  return undefined
}

/** The name a boot disk gets where none is given. @param suffix six hex digits. */
export const generatedBootName = (draft: InstanceDraft, image: Image | undefined, suffix: string): string =>
  generateName([draft.name, image?.name ?? 'boot'], suffix)

function bootDiskOf(draft: InstanceDraft, image: Image | undefined, suffix: string): InstanceDiskAttachment | null {
  if (draft.bootTab === 'disk') return draft.bootDisk ? { type: 'attach', name: draft.bootDisk } : null
  if (!image) return null
  return {
    type: 'create',
    name: draft.bootName || generatedBootName(draft, image, suffix),
    description: `Boot disk of ${draft.name}`,
    diskSource: { type: 'image', imageId: image.id },
    size: (draft.bootSize ?? 0) * gib,
  }
}

const additional = (row: DiskRow): InstanceDiskAttachment =>
  row.action === 'attach'
    ? { type: 'attach', name: row.name }
    : {
        type: 'create',
        name: row.name,
        description: '',
        diskSource: { type: 'blank', blockSize: 4096 },
        size: row.size * gib,
      }

const interfacesOf = ({ network, interfaces }: InstanceDraft): InstanceNetworkInterfaceAttachment =>
  network === 'custom' ? { type: 'create', params: interfaces.map(interfaceBody) } : { type: network }

/** vCPUs and GiB of the open tab. */
export function sizeOf({ hardware, preset, ncpus, memory }: InstanceDraft): Preset {
  if (hardware === 'custom') return [ncpus ?? 0, memory ?? 0]
  return presets[hardware].find((each) => presetText(each) === preset) ?? presets[hardware][0]!
}

/**
 * The request that the form sends. With affinity groups it creates the instance stopped: it joins them before it starts.
 * @param suffix six hex digits for the generated name of the boot disk. @param userData base64.
 */
export function instanceCreateBody(
  draft: InstanceDraft,
  image: Image | undefined,
  suffix: string,
  userData?: string,
): InstanceCreate {
  const [ncpus, memory] = sizeOf(draft)
  const networked = draft.network !== 'none'
  return {
    name: draft.name,
    description: draft.description,
    hostname: draft.hostname || draft.name,
    ncpus,
    memory: memory * gib,
    bootDisk: bootDiskOf(draft, image, suffix),
    disks: draft.disks.map(additional),
    sshPublicKeys: draft.sshKeys,
    networkInterfaces: interfacesOf(draft),
    externalIps: networked
      ? [
          ...(draft.ephemeral ? [{ type: 'ephemeral' as const, pool: draft.pool }] : []),
          ...draft.floatingIps.map((floatingIp) => ({ type: 'floating' as const, floatingIp })),
        ]
      : [],
    antiAffinityGroups: draft.antiAffinity,
    autoRestartPolicy: draft.autoRestart === 'default' ? null : draft.autoRestart,
    ...(draft.firmware !== 'auto' && { firmware: draft.firmware }),
    start: draft.start && draft.affinity.length === 0,
    ...(userData !== undefined && { userData }),
  }
}

/** What the instance takes of the silo's quota once it runs: vCPUs, and bytes of memory and of disks that are created. */
export function shareOf(draft: InstanceDraft, image: Image | undefined) {
  const [cpus, memory] = sizeOf(draft)
  const bootSize = image ? (draft.bootSize ?? 0) : 0
  const added = draft.disks.filter(({ action }) => action === 'create').reduce((sum, { size }) => sum + size, 0)
  return { cpus, memory: memory * gib, storage: (bootSize + added) * gib }
}

/** Why the instance cannot have a host name, or its name as one if that is empty. */
export function hostnameRefusal(hostname: string, name: string): string | undefined {
  if (!hostname && nameProblem(name)) return undefined
  const problem = hostnameProblem(hostname || name)
  return problem && `Hostname ${problem}`
}

/** What each part of the form is given. */
export interface PartProps {
  form: UseFormReturn<InstanceDraft>
  available: Available
  /** Name or id of the project in the URL. */
  project: string
}
