import type { Clock } from '../../clock/clock.ts'
import type { SledHardware } from '../interface/hardware.ts'
import { type InstanceSpec, LEASE_MS, type MachineCondition, type MachineRun } from '../interface/instances.ts'
import type { PowerOffs } from '../interface/power-offs.ts'
import type { Guest } from './guest.ts'
import type { SimulatedSerialPort } from './serial-port.ts'

/** A run without interruption. */
export interface SimulatedRun extends MachineRun {
  endedAt: Date | null
  sled: SledHardware
  /** The sleds that it was migrated from, oldest first, and when. */
  earlierSleds: { sled: SledHardware; until: Date }[]
  repairing: boolean
  condition: MachineCondition | null
}

export interface SimulatedMachine {
  spec: InstanceSpec
  port: SimulatedSerialPort
  guest: Guest
  /** Power-off requests, which end stops that wait for the guest. */
  powerOffs: PowerOffs
  /** Past runs and the current one, if any. */
  runs: SimulatedRun[]
  /** The latest start that succeeded. */
  started: { order: number; run: SimulatedRun } | null
  /** The requests of its reboots. */
  reboots: Set<string>
  /** Its lease while its sled is unreachable and so does not renew it. */
  lastLease: { expires: Date; cancel: () => void } | null
}

const RENEWED_EVERY_MS = LEASE_MS / 3

/** The current run. */
export function currentRun(machine: SimulatedMachine): SimulatedRun | undefined {
  const last = machine.runs.at(-1)
  return last && !last.endedAt ? last : undefined
}

/** The sled renews the lease again, or the run is over. */
export function endLastLease(machine: SimulatedMachine): void {
  machine.lastLease?.cancel()
  machine.lastLease = null
}

/** When the lease of the current run expires. It is renewed while its sled is reachable. */
export function leaseOf({ lastLease }: SimulatedMachine, bootedAt: Date, clock: Clock): Date {
  if (lastLease) return lastLease.expires
  const ran = clock.now().getTime() - bootedAt.getTime()
  return new Date(bootedAt.getTime() + Math.floor(ran / RENEWED_EVERY_MS) * RENEWED_EVERY_MS + LEASE_MS)
}

/** The sled no longer renews the lease: its host ends the machine when the lease is over. */
export function beginLastLease(machine: SimulatedMachine, clock: Clock, fail: (reason: string) => void): void {
  const run = currentRun(machine)
  if (!run || machine.lastLease) return
  const expires = leaseOf(machine, run.bootedAt, clock)
  const end = () => fail(`Sled ${run.sled.id} was unreachable until the lease was over`)
  machine.lastLease = { expires, cancel: clock.after(expires.getTime() - clock.now().getTime(), end) }
}
