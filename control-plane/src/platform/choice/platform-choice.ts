import type { Clock } from '../../clock/clock.ts'
import type { Platform } from '../interface/platform.ts'
import type { VolumeStore } from '../volume-store/volume-store.ts'

/** Parts of the process that opens a platform. */
export interface PlatformParts {
  clock: Clock
  volumeStore: VolumeStore
  /** Absolute. Holds all data of the server. */
  dataFolder: string
  /** Receives what fails in the background and is tried again, for an operator. */
  report(problem: string): void
}

export const platformNames = ['simulator', 'qemu'] as const
export type PlatformName = (typeof platformNames)[number]

/** Parts of a process of root that begins a platform. */
export interface BeginParts {
  /** Absolute. */
  dataFolder: string
  /** The user as which the process continues and opens the platform. */
  account: { uid: number; gid: number }
  /** Called with the reason when the platform cannot go on. */
  onLost(why: string): void
}

/** A platform with its settings, before it is opened. */
export interface PlatformChoice {
  readonly name: PlatformName
  /** Why only one process may open it at a time, and the lock that holds the others off; absent if several may. */
  readonly soleProcess?: { lock: string; why: string }
  /** Folders of its records in the data folder. Users may fill the file systems that are mounted there. */
  readonly recordFolders?: readonly (readonly string[])[]
  /** Finds out whether it can run here. Returns one line about how. @throws PlatformError if it cannot */
  prepare(): Promise<string>
  /** Begins, as root, what needs root's rights, so that the process can give them up; absent if nothing does. */
  begin?(parts: BeginParts): Promise<void>
  open(parts: PlatformParts): Promise<Platform>
}
