/** Controllers of cgroup v2 that limit machines. */
export const controllers = ['memory', 'cpu', 'pids'] as const
export type Controller = (typeof controllers)[number]

/** Kind of process, and a checked id. */
export type CgroupName = `${'machine' | 'passt' | 'dnsmasq'}-${string}`

/** Limits of the processes in a cgroup. */
export interface GroupLimits {
  /** The kernel kills processes that need more. They may swap out as much again. */
  memoryBytes: number
  /** Maximum number of busy processors. */
  cpus: number
  /** Share of processor time under load. Other processes have 100 by default. */
  weight: number
  /** Maximum number of processes and threads. */
  tasks: number
}

/** Limits of a program that connects a machine or serves a network. */
export const networkLimits: GroupLimits = { memoryBytes: 512 * 2 ** 20, cpus: 2, weight: 100, tasks: 64 }

/** Cgroups for machines and the programs of networks, which outlive the server. */
export interface Cgroups {
  enter(name: CgroupName, limits: GroupLimits): Promise<Entrance>
  /** Names of that kind that exist for this data folder. */
  foldersOf(name: CgroupName): Promise<string[]>
  /** Removes a cgroup whose processes have ended. */
  remove(name: CgroupName): Promise<void>
}

export interface Entrance {
  /** The start of a command line: it enters a limited cgroup, then becomes the program that follows. */
  command: string[]
  /** Path of the cgroup; null if it is not visible. */
  folder: string | null
}

/** No limits, on a host without a usable cgroup. */
export const unlimited: Cgroups = {
  enter: async () => ({ command: [], folder: null }),
  foldersOf: async () => [],
  remove: async () => {},
}
