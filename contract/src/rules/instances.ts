import { deletionLockRefusal, type Lockable } from './deletion-lock.ts'
import { stateRules } from './states.ts'

export const instanceStates = [
  'creating',
  'starting',
  'running',
  'stopping',
  'stopped',
  'rebooting',
  'migrating',
  'repairing',
  'failed',
  'destroyed',
] as const
export type InstanceState = (typeof instanceStates)[number]

/** Why a machine executes nothing although its instance runs. */
export const instanceConditionKinds = ['storage_full'] as const
export type InstanceConditionKind = (typeof instanceConditionKinds)[number]

/** What a machine starts with; `auto`: what its disks need. */
export const instanceFirmwares = ['auto', 'bios', 'efi'] as const
export type InstanceFirmware = (typeof instanceFirmwares)[number]

/** An instance in snake case (wire) or camel case (console). */
export type InstanceLike = Lockable & ({ run_state: InstanceState } | { runState: InstanceState })

const stateOf = (instance: InstanceLike) => ('run_state' in instance ? instance.run_state : instance.runState)
const rule = stateRules<InstanceState, InstanceLike>('instance', stateOf)
const moving = { wait: ['starting', 'stopping', 'migrating'] as const }

export const instanceCan = {
  start: rule(['stopped', 'failed'], 'can be started', { noOp: ['starting', 'running', 'rebooting', 'migrating'] }),
  stop: rule(['running', 'starting', 'rebooting', 'failed'], 'can be stopped', { noOp: ['stopping', 'stopped'] }),
  powerOff: rule(['running', 'starting', 'rebooting', 'stopping', 'failed'], 'can be powered off', {
    noOp: ['stopped'],
  }),
  reboot: rule(['running'], 'can be rebooted', { noOp: ['rebooting'] }),
  delete: rule(['stopped', 'failed'], 'can be deleted', { unless: deletionLockRefusal }),
  resize: rule(['stopped', 'failed', 'creating'], 'can be resized'),
  updateBootDisk: rule(['stopped', 'failed', 'creating'], 'can have its boot disk changed'),
  updateFirmware: rule(['stopped', 'failed', 'creating'], 'can have its firmware changed'),
  attachDisk: rule(['creating', 'stopped'], 'can have a disk attached'),
  detachDisk: rule(['creating', 'stopped', 'failed'], 'can have a disk detached'),
  addNetworkInterface: rule(['creating', 'stopped'], 'can have a network interface added'),
  updateNetworkInterface: rule(['stopped'], 'can have its network interfaces changed'),
  deleteNetworkInterface: rule(['stopped', 'failed'], 'can have a network interface deleted'),
  joinAffinityGroup: rule(['stopped'], 'can be added to an affinity group'),
  serialConsole: rule(['running', 'rebooting', 'migrating', 'repairing'], 'has a serial console'),
  graphicalConsole: rule(['running', 'rebooting', 'migrating', 'repairing'], 'has a graphical console'),
  viewGuest: rule(['running', 'rebooting', 'migrating', 'repairing'], 'has a guest that reports'),
  attachExternalIp: rule(['stopped', 'running', 'rebooting'], 'can have an external IP attached', moving),
  detachExternalIp: rule(['stopped', 'running', 'rebooting'], 'can have an external IP detached', moving),
}

/** Limits per instance; the boot disk counts too. */
export const maxDisks = 12
export const maxGroups = 16
export const maxNetworkInterfaces = 8
export const maxFloatingIps = 32
/** Limit per interface. */
export const maxTransitIps = 256

/** States in which an instance has or gets a machine: its CPUs and memory count as provisioned. */
const provisioned: readonly InstanceState[] = ['starting', 'running', 'stopping', 'rebooting', 'migrating', 'repairing']
export const instanceIsProvisioned = (state: InstanceState): boolean => provisioned.includes(state)

const transitional: readonly InstanceState[] = ['creating', 'starting', 'stopping', 'rebooting']

/** Whether the instance is in a transitional state, which screens poll. */
export const instanceTransitional = (instance: InstanceState | InstanceLike): boolean =>
  transitional.includes(typeof instance === 'string' ? instance : stateOf(instance))

/** The fields about automatic restarts, as the console has them. */
export interface Restartable {
  runState: InstanceState
  autoRestartEnabled: boolean
  autoRestartCooldownExpiration?: Date | null
}

/** Whether a failed instance is restarted next, or first after its cooldown. */
export function instanceAutoRestart(instance: Restartable, now: Date = new Date()): 'due' | 'cooling' | undefined {
  if (instance.runState !== 'failed' || !instance.autoRestartEnabled) return undefined
  const cooldown = instance.autoRestartCooldownExpiration
  return cooldown && cooldown > now ? 'cooling' : 'due'
}
