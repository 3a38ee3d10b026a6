import type { Platform } from '../interface/platform.ts'
import type { VolumeSpec } from '../interface/volumes.ts'

/** A platform as the suite tests it. The suite looks at it only through `Platform` and these controls. */
export interface PlatformUnderTest {
  name: string
  /** No test takes longer, in milliseconds. Tests wait for what happens, never for time. */
  limitMs: number
  /** How many machines can run at once; the suite wants up to 32. */
  maxMachines: number
  /** Machines keep running when the process that started them ends. */
  machinesOutlive: boolean
  /** Machines have displays. */
  hasDisplays: boolean
  /** A client of a serial port that leaves so much unread is dropped. */
  unreadBytes: number
  /** Input of each of five clients of a serial port that is accepted within seconds. */
  floodBytes: number
  /** The most CPU time, in milliseconds, of one turn of the event loop while `work` runs. */
  largestTurn(work: () => Promise<unknown>): Promise<number>
  /** The names of the tests to run; absent for all. */
  runs?: (name: string) => boolean
  /** Opens a platform over empty storage. Each test opens its own and disposes of it. */
  open(): Promise<Site>
}

/** Storage and hardware with one process of the platform over it. */
export interface Site {
  /** The platform of the present process. */
  readonly platform: Platform
  /** Opens the platform in a new process over the same storage, after `close` or the sudden end of the old process. */
  restart(end: 'closed' | 'killed'): Promise<void>
  /** Closes the platform and removes its machines and storage. */
  dispose(): Promise<void>
  /** Creates the volume `id` with a system that starts, logs to the serial port and runs `guest` there. */
  createBootVolume(id: string): Promise<VolumeSpec>
  readonly guest: GuestShell
  readonly controls: Controls
}

/** Serial output of the system of `createBootVolume`, and the input for it. */
export interface GuestShell {
  /** Written once the machine has booted. */
  loginPrompt: string
  /** Typed at the login prompt. The system then writes `prompt`, and again after each command. */
  logIn: string
  prompt: string
  echo(text: string): string
  /** Writes the numbers from 1 to `last`, one a line. */
  count(last: number): string
  /** Writes to its disk for some seconds, more and more of it; '' where a full storage pauses all machines. */
  write: string
  reboot: string
  powerOff: string
}

/** Events of a platform without a request. An optional control is missing where that cannot happen. */
export interface Controls {
  /** Ends the machine's run as if its process had crashed. */
  crashMachine(instanceId: string): void | Promise<void>
  /** The next starts of that machine fail, until the returned function is called. */
  breakStart(instanceId: string): Undo | Promise<Undo>
  /** The next snapshots of that volume fail, until the returned function is called. */
  breakSnapshots?(volumeId: string): Undo | Promise<Undo>
  /** The platform finds that the machine must leave its sled. */
  requireMove?(instanceId: string): void | Promise<void>
  /** The platform repairs the machine, which keeps running. */
  repair?(instanceId: string): void | Promise<void>
  /** Cuts a sled off from the platform until the returned function is called. */
  isolateSled?(sledId: string): Undo | Promise<Undo>
  breakVolume(id: string): void | Promise<void>
  /** Fills the storage until the returned function is called. */
  fillStorage(): Undo | Promise<Undo>
  breakPhysicalDisk?(id: string): void | Promise<void>
  /** Unplugs a configured port until the returned function is called. */
  unplug?(portId: string): Undo | Promise<Undo>
  /** The external peer of that address does not answer until the returned function is called. */
  silencePeer?(address: string): Undo | Promise<Undo>
  lose?: Losses
  /** The generation of the VPC document in force, read from the network itself. */
  vpcInForce(id: string): number | undefined | Promise<number | undefined>
}

type Loss = (id: string) => void | Promise<void>

/** Each makes something disappear for good. */
export interface Losses {
  sled?: Loss
  physicalDisk?: Loss
  /** A volume, snapshot or image. */
  storage?: Loss
  vpc?: Loss
}

type Undo = () => void | Promise<void>
