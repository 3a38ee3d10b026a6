import type { SledHardware } from '../interface/hardware.ts'
import type { RunningInstance } from '../interface/instances.ts'
import { PlatformError } from '../interface/platform-error.ts'
import { currentRun, endLastLease, leaseOf, type SimulatedMachine, type SimulatedRun } from './machine.ts'
import type { SimulatedHardware } from './simulated-hardware.ts'
import type { World } from './world.ts'

const MAX_RUNS = 1000

/** Begins and ends runs of machines, and reports those that no call has ended. */
export class MachineRuns {
  readonly #world: World
  readonly #hardware: SimulatedHardware

  constructor(world: World, hardware: SimulatedHardware) {
    this.#world = world
    this.#hardware = hardware
  }

  /** The current run. @throws `transient` while its sled is unreachable: it may go on until its lease is over */
  reachable(machine: SimulatedMachine): SimulatedRun | undefined {
    const run = currentRun(machine)
    if (run) this.#hardware.sled(run.sled.id)
    return run
  }

  /** The answer to a call about a run. */
  running(machine: SimulatedMachine, { runId, bootedAt, sled }: SimulatedRun): RunningInstance {
    return { runId, bootedAt, sledId: sled.id, leaseExpires: leaseOf(machine, bootedAt, this.#world.clock) }
  }

  begin(machine: SimulatedMachine, sled: SledHardware): SimulatedRun {
    const bootedAt = this.#world.clock.now()
    const runId = crypto.randomUUID()
    const run: SimulatedRun = {
      runId,
      bootedAt,
      endedAt: null,
      sled,
      earlierSleds: [],
      repairing: false,
      condition: null,
    }
    machine.runs = [...machine.runs.slice(1 - MAX_RUNS), run]
    machine.guest.ready()
    return run
  }

  /** Ends a run and begins the next one on the same sled. */
  restart(machine: SimulatedMachine, run: SimulatedRun): SimulatedRun {
    run.endedAt = this.#world.clock.now()
    return this.begin(machine, run.sled)
  }

  end(machine: SimulatedMachine, message?: string): void {
    endLastLease(machine)
    machine.guest.halt(message)
    const run = currentRun(machine)
    if (run) run.endedAt = this.#world.clock.now()
  }

  fail(machine: SimulatedMachine, reason: string): void {
    const run = currentRun(machine)
    if (!run) return
    this.end(machine)
    machine.port.hangUp(new PlatformError('gone', 'The machine failed'))
    this.#world.emit({ kind: 'instance-failed', instanceId: machine.spec.id, runId: run.runId, reason })
  }

  rebootFromGuest(machine: SimulatedMachine): void {
    const run = currentRun(machine)
    if (!run) return
    const { clock, timings } = this.#world
    machine.guest.halt('Restarting')
    machine.guest.boot(timings.reboot)
    clock.after(timings.reboot, () => {
      if (currentRun(machine) !== run) return
      const { runId, bootedAt } = this.restart(machine, run)
      const about = { instanceId: machine.spec.id, runId: run.runId }
      this.#world.emit({ kind: 'instance-rebooted', ...about, next: { runId, bootedAt } })
    })
  }

  powerOffFromGuest(machine: SimulatedMachine): void {
    const run = currentRun(machine)
    if (!run) return
    const { clock, timings } = this.#world
    clock.after(timings.stop, () => {
      if (currentRun(machine) !== run) return
      this.end(machine, 'Power down')
      machine.port.hangUp()
      const about = { instanceId: machine.spec.id, runId: run.runId }
      this.#world.emit({ kind: 'instance-stopped', ...about, reason: 'The guest powered off' })
    })
  }
}
