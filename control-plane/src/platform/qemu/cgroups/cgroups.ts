import type { Limits } from './limits.ts'

/** Controllers of cgroup v2 that limit machines. */
export const controllers = ['memory', 'cpu', 'pids'] as const
export type Controller = (typeof controllers)[number]

/** What it is for, and the checked id of that. */
export type CgroupName = `${'machine' | 'passt' | 'dnsmasq'}-${string}`

/** Cgroups for machines and the programs of networks, which outlive the server. */
export interface Cgroups {
  enter(name: CgroupName, limits: Limits): Promise<Entrance>
  /** Those of that name that this data folder has. */
  foldersOf(name: CgroupName): Promise<string[]>
  /** Removes a cgroup whose processes are over. */
  remove(name: CgroupName): Promise<void>
}

export interface Entrance {
  /** The start of a command line: it enters a limited cgroup, then becomes the program that follows. */
  command: string[]
  /** The cgroup; null where it cannot be seen. */
  folder: string | null
}

/** For a host without a usable cgroup. */
export const unlimited: Cgroups = {
  enter: async () => ({ command: [], folder: null }),
  foldersOf: async () => [],
  remove: async () => {},
}
