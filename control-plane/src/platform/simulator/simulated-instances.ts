import type {
  Displays,
  Guests,
  InstanceList,
  Instances,
  InstanceSpec,
  RunningInstance,
  SerialConsoles,
} from '../interface/instances.ts'
import { NO_SAGA } from '../interface/orders.ts'
import { PlatformError } from '../interface/platform-error.ts'
import type { DesiredInstance } from '../interface/platform.ts'
import { PowerOffs } from '../interface/power-offs.ts'
import { Guest } from './guest.ts'
import { addMachineFaults } from './machine-faults.ts'
import { MachineRuns } from './machine-runs.ts'
import { beginLastLease, currentRun, endLastLease, type SimulatedMachine } from './machine.ts'
import { Machines } from './machines.ts'
import { SimulatedSerialPort } from './serial-port.ts'
import type { SimulatedHardware } from './simulated-hardware.ts'
import type { SimulatedVolumes } from './simulated-volumes.ts'
import type { World } from './world.ts'

export class SimulatedInstances implements Instances {
  readonly #world: World
  readonly #volumes: SimulatedVolumes
  readonly #hardware: SimulatedHardware
  readonly #machines = new Machines()
  readonly #runs: MachineRuns
  readonly #prepared = new Set<string>()

  constructor(world: World, volumes: SimulatedVolumes, hardware: SimulatedHardware) {
    this.#world = world
    this.#volumes = volumes
    this.#hardware = hardware
    this.#runs = new MachineRuns(world, hardware)
    addMachineFaults(world, this.#machines, this.#runs)
    hardware.onReachable = (sledId, reachable) => {
      for (const machine of this.#machines.all())
        if (currentRun(machine)?.sled.id !== sledId) continue
        else if (reachable) endLastLease(machine)
        else beginLastLease(machine, world.clock, (reason) => this.#runs.fail(machine, reason))
    }
  }

  prepare(instanceId: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#world.change(instanceId, order, 'prepare', signal, async () => {
      if (this.#prepared.has(instanceId)) return
      await this.#world.clock.sleep(this.#world.timings.prepare)
      this.#prepared.add(instanceId)
    })
  }

  start(spec: InstanceSpec, signal?: AbortSignal, order = NO_SAGA): Promise<RunningInstance> {
    const { clock, timings, faults } = this.#world
    return this.#world.change(spec.id, order, 'start', signal, async () => {
      const machine = this.#machine(spec)
      const running = this.#runs.reachable(machine)
      if (running) return this.#runs.running(machine, running)
      const { started } = machine
      if (order !== NO_SAGA && started?.order === order) return this.#runs.running(machine, started.run)
      this.#hardware.sled(spec.sledId)
      const missing = spec.volumes.find(({ id }) => !this.#volumes.specOf(id))
      if (missing) throw new PlatformError('gone', `There is no volume ${missing.id}`)
      this.#machines.respecify(machine, spec)
      machine.guest = this.#guest(machine.port, spec)
      machine.guest.boot(timings.start)
      await clock.sleep(timings.start)
      if (faults.applies('start_fail', spec.id)) {
        machine.guest.halt('Boot failed')
        throw new PlatformError('permanent', 'The machine did not start')
      }
      const run = this.#runs.begin(machine, this.#hardware.sled(spec.sledId))
      machine.started = { order, run }
      return this.#runs.running(machine, run)
    })
  }

  stop(instanceId: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#world.change(instanceId, order, 'stop', signal, async () => {
      const machine = this.#machines.get(instanceId)
      if (!machine || !this.#runs.reachable(machine)) return
      await this.#guestTakes(machine, this.#world.timings.stop)
      this.#runs.reachable(machine)
      this.#runs.end(machine, 'Power down')
      machine.port.hangUp()
    })
  }

  async powerOff(instanceId: string, signal?: AbortSignal, order = NO_SAGA): Promise<void> {
    await this.#world.answer(signal, () => this.#world.orders.require(instanceId, order))
    const endPowerOff = this.#machines.get(instanceId)?.powerOffs.begin()
    const ended = this.#world.change(instanceId, order, 'power off', signal, async () => {
      // A first start that was called before has made it.
      const machine = this.#machines.get(instanceId)
      if (!machine || !this.#runs.reachable(machine)) return
      this.#runs.end(machine)
      machine.port.hangUp()
    })
    await ended.finally(endPowerOff)
  }

  stopRun(instanceId: string, runId: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#world.change(instanceId, order, `stop run ${runId}`, signal, async () => {
      const machine = this.#machines.get(instanceId)
      if (!machine || currentRun(machine)?.runId !== runId) return
      const run = this.#runs.reachable(machine)
      await this.#guestTakes(machine, this.#world.timings.stop)
      if (this.#runs.reachable(machine) !== run) return
      this.#runs.end(machine, 'Power down')
      machine.port.hangUp()
    })
  }

  list(signal?: AbortSignal): Promise<InstanceList> {
    return this.#world.answer(signal, async () => {
      const running = [...this.#machines.all()].flatMap((machine) => {
        const run = currentRun(machine)
        return run && this.#hardware.isReachable(run.sled.id) ? [{ instanceId: machine.spec.id, machine, run }] : []
      })
      return {
        sledIds: this.#hardware.reachableSleds().map(({ id }) => id),
        instances: running.map(({ instanceId, machine, run }) => ({
          instanceId,
          order: this.#world.orders.of(instanceId),
          ...this.#runs.running(machine, run),
          repairing: run.repairing,
          condition: run.condition,
        })),
      }
    })
  }

  reboot(instanceId: string, request: string, signal?: AbortSignal, order?: number): Promise<RunningInstance> {
    return this.#world.change(instanceId, order, `reboot ${request}`, signal, async () => {
      const machine = this.#machines.get(instanceId)
      const run = machine && this.#runs.reachable(machine)
      if (!machine || !run) throw new PlatformError('gone', 'The machine does not run')
      if (machine.reboots.has(request)) return this.#runs.running(machine, run)
      machine.guest.halt('Restarting')
      machine.guest.boot(this.#world.timings.reboot)
      await this.#guestTakes(machine, this.#world.timings.reboot)
      if (this.#runs.reachable(machine) !== run)
        throw new PlatformError('gone', 'The machine failed while it was restarting')
      machine.reboots.add(request)
      return this.#runs.running(machine, this.#runs.restart(machine, run))
    })
  }

  migrate(instanceId: string, sledId: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#world.change(instanceId, order, `migrate ${sledId}`, signal, async () => {
      const machine = this.#machines.get(instanceId)
      const run = machine && this.#runs.reachable(machine)
      if (!run) throw new PlatformError('gone', 'The machine does not run')
      if (run.sled.id === sledId) return
      this.#hardware.sled(sledId)
      await this.#world.clock.sleep(this.#world.timings.migrate)
      if (this.#runs.reachable(machine) !== run)
        throw new PlatformError('gone', 'The machine failed while it was migrating')
      const target = this.#hardware.sled(sledId)
      run.earlierSleds.push({ sled: run.sled, until: this.#world.clock.now() })
      run.sled = target
    })
  }

  release(instanceId: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#world.change(instanceId, order, 'release', signal, async () => {
      const machine = this.#machines.get(instanceId)
      if (machine) {
        this.#runs.reachable(machine)
        this.#runs.end(machine)
        machine.port.hangUp(new PlatformError('gone', 'The machine was released'))
        this.#machines.remove(machine)
      }
      this.#prepared.delete(instanceId)
    })
  }

  async portForwards(): Promise<[]> {
    return []
  }

  readonly displays: Displays = {
    open: async () => {
      throw new PlatformError('permanent', 'Simulated machines have no display')
    },
  }

  readonly guests: Guests = { report: async () => null }

  readonly serial: SerialConsoles = {
    history: async (instanceId, position, maxBytes) => {
      const machine = this.#machines.get(instanceId)
      return machine?.port.history(position, maxBytes) ?? { bytes: new Uint8Array(), endOffset: 0 }
    },
    open: async (instanceId, position) => {
      const machine = this.#machines.get(instanceId)
      if (!machine || !this.#runs.reachable(machine)) throw new PlatformError('gone', 'The machine does not run')
      return machine.port.open(position)
    },
  }

  /** Adopts a machine from an earlier process. One whose sled no longer exists has failed. */
  adopt({ spec, run }: DesiredInstance): void {
    this.#prepared.add(spec.id)
    const known = this.#machines.get(spec.id)
    if (!run || (known && currentRun(known))) return
    const sled = this.#hardware.reachableSleds().find(({ id }) => id === spec.sledId)
    if (!sled) {
      const reason = `There is no sled ${spec.sledId}`
      return this.#world.emit({ kind: 'instance-failed', instanceId: spec.id, runId: run.runId, reason })
    }
    const machine = this.#machine(spec)
    machine.runs.push({ ...run, endedAt: null, sled, earlierSleds: [], repairing: false, condition: null })
    machine.guest.resume(run.bootedAt)
  }

  machines(): Iterable<SimulatedMachine> {
    return this.#machines.all()
  }

  /** Machines with this id, or with the project, volume or network interface of this id. */
  machinesWith(id: string): Iterable<SimulatedMachine> {
    return this.#machines.with(id)
  }

  close(): void {
    for (const machine of this.#machines.all()) {
      machine.guest.close()
      endLastLease(machine)
      machine.port.hangUp(new PlatformError('transient', 'The platform is closing'))
    }
  }

  #machine(spec: InstanceSpec): SimulatedMachine {
    const known = this.#machines.get(spec.id)
    if (known) return known
    const port = new SimulatedSerialPort(this.#world.clock)
    const machine: SimulatedMachine = {
      spec,
      port,
      guest: this.#guest(port, spec),
      powerOffs: new PowerOffs(),
      runs: [],
      started: null,
      reboots: new Set(),
      lastLease: null,
    }
    this.#machines.add(machine)
    return machine
  }

  /** Time for a guest to shut down. */
  async #guestTakes({ powerOffs }: SimulatedMachine, ms: number): Promise<void> {
    await Promise.race([this.#world.clock.sleep(ms), powerOffs.next])
  }

  #guest(port: SimulatedSerialPort, spec: InstanceSpec): Guest {
    const ifPresent = (work: (machine: SimulatedMachine) => void) => () => {
      const machine = this.#machines.get(spec.id)
      if (machine) work(machine)
    }
    return new Guest(spec, this.#world.clock, port, {
      panic: ifPresent((machine) => this.#runs.fail(machine, 'Kernel panic')),
      reboot: ifPresent((machine) => this.#runs.rebootFromGuest(machine)),
      powerOff: ifPresent((machine) => this.#runs.powerOffFromGuest(machine)),
    })
  }
}
