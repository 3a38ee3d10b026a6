import type { Limits } from './limits.ts'

/** Controllers of cgroup v2 that limit machines. */
export const controllers = ['memory', 'cpu', 'pids'] as const
export type Controller = (typeof controllers)[number]

/** What it is for, and the checked id of that. */
export type CgroupName = `${'machine' | 'passt' | 'dnsmasq'}-${string}`

/** Cgroups for machines and the programs of networks, which outlive the server. */
export interface Cgroups {
  /** Returns the start of a command line: it enters a limited cgroup, then becomes the program that follows. */
  enter(name: CgroupName, limits: Limits): Promise<string[]>
  /** Removes a cgroup whose processes are over. */
  remove(name: CgroupName): Promise<void>
}

/** For a host without a usable cgroup. */
export const unlimited: Cgroups = { enter: async () => [], remove: async () => {} }
