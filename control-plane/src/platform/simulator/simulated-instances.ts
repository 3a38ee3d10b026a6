import type { SledHardware } from '../interface/hardware.ts'
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
import { MachineIndex } from './machine-index.ts'
import { beginLastLease, endLastLease, leaseOf, type Machine, type Run, runOf } from './machine.ts'
import { SerialPort } from './serial-port.ts'
import type { SimulatedHardware } from './simulated-hardware.ts'
import type { SimulatedVolumes } from './simulated-volumes.ts'
import type { World } from './world.ts'

const MAX_RUNS = 1000
const STORAGE_FULL = { kind: 'storage_full', detail: 'The storage is full, by request.' } as const

export class SimulatedInstances implements Instances {
  readonly #world: World
  readonly #volumes: SimulatedVolumes
  readonly #hardware: SimulatedHardware
  readonly #machines = new Map<string, Machine>()
  readonly #index = new MachineIndex()
  readonly #prepared = new Set<string>()

  constructor(world: World, volumes: SimulatedVolumes, hardware: SimulatedHardware) {
    this.#world = world
    this.#volumes = volumes
    this.#hardware = hardware
    const { effects } = world.faults
    const each = (work: (machine: Machine) => void) => (fault: { target: string }) => {
      for (const [id, machine] of this.#machines)
        if (runOf(machine) && (fault.target === id || fault.target === '*')) work(machine)
    }
    const onTargets = (work: (machine: Machine) => void) => ({ begin: each(work), end: () => {} })
    effects.instance_fail = onTargets((machine) => this.#fail(machine, 'Failure by request'))
    effects.instance_migrate = onTargets((machine) => this.#mustMove(machine))
    effects.instance_repair = onTargets((machine) => this.#repair(machine))
    effects.instance_storage_full = {
      begin: each((machine) => this.#setCondition(machine, STORAGE_FULL)),
      end: each((machine) => this.#setCondition(machine, null)),
    }
    hardware.onReachable = (sledId, reachable) => {
      for (const machine of this.#machines.values())
        if (runOf(machine)?.sled.id !== sledId) continue
        else if (reachable) endLastLease(machine)
        else beginLastLease(machine, world.clock, (reason) => this.#fail(machine, reason))
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
      const running = this.#reachableRun(machine)
      if (running) return this.#running(machine, running)
      const { started } = machine
      if (order !== NO_SAGA && started?.order === order) return this.#running(machine, started.run)
      this.#hardware.sled(spec.sledId)
      const missing = spec.volumes.find(({ id }) => !this.#volumes.specOf(id))
      if (missing) throw new PlatformError('gone', `There is no volume ${missing.id}`)
      this.#index.remove(machine)
      machine.spec = spec
      this.#index.add(machine)
      machine.guest = this.#guest(machine.port, spec)
      machine.guest.boot(timings.start)
      await clock.sleep(timings.start)
      if (faults.applies('start_fail', spec.id)) {
        machine.guest.halt('Boot failed')
        throw new PlatformError('permanent', 'The machine did not start')
      }
      const run = this.#run(machine, this.#hardware.sled(spec.sledId))
      machine.started = { order, run }
      return this.#running(machine, run)
    })
  }

  stop(instanceId: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#world.change(instanceId, order, 'stop', signal, async () => {
      const machine = this.#machines.get(instanceId)
      if (!machine || !this.#reachableRun(machine)) return
      await this.#guestTakes(machine, this.#world.timings.stop)
      this.#reachableRun(machine)
      this.#end(machine, 'Power down')
      machine.port.hangUp()
    })
  }

  async powerOff(instanceId: string, signal?: AbortSignal, order = NO_SAGA): Promise<void> {
    await this.#world.answer(signal, () => this.#world.orders.require(instanceId, order))
    const endPowerOff = this.#machines.get(instanceId)?.powerOffs.begin()
    const ended = this.#world.change(instanceId, order, 'power off', signal, async () => {
      // A first start that was called before has made it.
      const machine = this.#machines.get(instanceId)
      if (!machine || !this.#reachableRun(machine)) return
      this.#end(machine)
      machine.port.hangUp()
    })
    await ended.finally(endPowerOff)
  }

  stopRun(instanceId: string, runId: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#world.change(instanceId, order, `stop run ${runId}`, signal, async () => {
      const machine = this.#machines.get(instanceId)
      if (!machine || runOf(machine)?.runId !== runId) return
      const run = this.#reachableRun(machine)
      await this.#guestTakes(machine, this.#world.timings.stop)
      if (this.#reachableRun(machine) !== run) return
      this.#end(machine, 'Power down')
      machine.port.hangUp()
    })
  }

  list(signal?: AbortSignal): Promise<InstanceList> {
    return this.#world.answer(signal, async () => {
      const running = [...this.#machines].flatMap(([instanceId, machine]) => {
        const run = runOf(machine)
        return run && this.#hardware.isReachable(run.sled.id) ? [{ instanceId, machine, run }] : []
      })
      return {
        sledIds: this.#hardware.reachableSleds().map(({ id }) => id),
        instances: running.map(({ instanceId, machine, run }) => ({
          instanceId,
          order: this.#world.orders.of(instanceId),
          ...this.#running(machine, run),
          repairing: run.repairing,
          condition: run.condition,
        })),
      }
    })
  }

  reboot(instanceId: string, request: string, signal?: AbortSignal, order?: number): Promise<RunningInstance> {
    return this.#world.change(instanceId, order, `reboot ${request}`, signal, async () => {
      const machine = this.#machines.get(instanceId)
      const run = machine && this.#reachableRun(machine)
      if (!machine || !run) throw new PlatformError('gone', 'The machine does not run')
      if (machine.reboots.has(request)) return this.#running(machine, run)
      machine.guest.halt('Restarting')
      machine.guest.boot(this.#world.timings.reboot)
      await this.#guestTakes(machine, this.#world.timings.reboot)
      if (this.#reachableRun(machine) !== run)
        throw new PlatformError('gone', 'The machine failed while it was restarting')
      machine.reboots.add(request)
      return this.#running(machine, this.#restart(machine, run))
    })
  }

  migrate(instanceId: string, sledId: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#world.change(instanceId, order, `migrate ${sledId}`, signal, async () => {
      const machine = this.#machines.get(instanceId)
      const run = machine && this.#reachableRun(machine)
      if (!run) throw new PlatformError('gone', 'The machine does not run')
      if (run.sled.id === sledId) return
      this.#hardware.sled(sledId)
      await this.#world.clock.sleep(this.#world.timings.migrate)
      if (this.#reachableRun(machine) !== run)
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
        this.#reachableRun(machine)
        this.#end(machine)
        machine.port.hangUp(new PlatformError('gone', 'The machine was released'))
        this.#index.remove(machine)
      }
      this.#machines.delete(instanceId)
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
      if (!machine || !this.#reachableRun(machine)) throw new PlatformError('gone', 'The machine does not run')
      return machine.port.open(position)
    },
  }

  /** Adopts a machine from an earlier process. One whose sled no longer exists has failed. */
  adopt({ spec, run }: DesiredInstance): void {
    this.#prepared.add(spec.id)
    const known = this.#machines.get(spec.id)
    if (!run || (known && runOf(known))) return
    const sled = this.#hardware.reachableSleds().find(({ id }) => id === spec.sledId)
    if (!sled) {
      const reason = `There is no sled ${spec.sledId}`
      return this.#world.emit({ kind: 'instance-failed', instanceId: spec.id, runId: run.runId, reason })
    }
    const machine = this.#machine(spec)
    machine.runs.push({ ...run, endedAt: null, sled, earlierSleds: [], repairing: false, condition: null })
    machine.guest.resume(run.bootedAt)
  }

  machines(): Iterable<Machine> {
    return this.#machines.values()
  }

  /** Machines with this id, or with the project, volume or network interface of this id. */
  machinesWith(id: string): Iterable<Machine> {
    return this.#index.with(id)
  }

  close(): void {
    for (const machine of this.#machines.values()) {
      machine.guest.close()
      endLastLease(machine)
      machine.port.hangUp(new PlatformError('transient', 'The platform is closing'))
    }
  }

  #machine(spec: InstanceSpec): Machine {
    const known = this.#machines.get(spec.id)
    if (known) return known
    const port = new SerialPort(this.#world.clock)
    const machine: Machine = {
      spec,
      port,
      guest: this.#guest(port, spec),
      powerOffs: new PowerOffs(),
      runs: [],
      started: null,
      reboots: new Set(),
      lastLease: null,
    }
    this.#machines.set(spec.id, machine)
    this.#index.add(machine)
    return machine
  }

  /** Time for a guest to shut down. */
  async #guestTakes({ powerOffs }: Machine, ms: number): Promise<void> {
    await Promise.race([this.#world.clock.sleep(ms), powerOffs.next])
  }

  #guest(port: SerialPort, spec: InstanceSpec): Guest {
    const ifPresent = (work: (machine: Machine) => void) => () => {
      const machine = this.#machines.get(spec.id)
      if (machine) work(machine)
    }
    return new Guest(spec, this.#world.clock, port, {
      panic: ifPresent((machine) => this.#fail(machine, 'Kernel panic')),
      reboot: ifPresent((machine) => this.#rebootFromGuest(machine)),
      powerOff: ifPresent((machine) => this.#powerOffFromGuest(machine)),
    })
  }

  #run(machine: Machine, sled: SledHardware): Run {
    const bootedAt = this.#world.clock.now()
    const runId = crypto.randomUUID()
    const run: Run = { runId, bootedAt, endedAt: null, sled, earlierSleds: [], repairing: false, condition: null }
    machine.runs = [...machine.runs.slice(1 - MAX_RUNS), run]
    machine.guest.ready()
    return run
  }

  /** Ends a run and begins the next one on the same sled. */
  #restart(machine: Machine, run: Run): Run {
    run.endedAt = this.#world.clock.now()
    return this.#run(machine, run.sled)
  }

  #rebootFromGuest(machine: Machine): void {
    const run = runOf(machine)
    if (!run) return
    const { clock, timings } = this.#world
    machine.guest.halt('Restarting')
    machine.guest.boot(timings.reboot)
    clock.after(timings.reboot, () => {
      if (runOf(machine) !== run) return
      const { runId, bootedAt } = this.#restart(machine, run)
      const about = { instanceId: machine.spec.id, runId: run.runId }
      this.#world.emit({ kind: 'instance-rebooted', ...about, next: { runId, bootedAt } })
    })
  }

  #powerOffFromGuest(machine: Machine): void {
    const run = runOf(machine)
    if (!run) return
    const { clock, timings } = this.#world
    clock.after(timings.stop, () => {
      if (runOf(machine) !== run) return
      this.#end(machine, 'Power down')
      machine.port.hangUp()
      const about = { instanceId: machine.spec.id, runId: run.runId }
      this.#world.emit({ kind: 'instance-stopped', ...about, reason: 'The guest powered off' })
    })
  }

  /** The current run. @throws `transient` while its sled is unreachable: it may go on until its lease is over */
  #reachableRun(machine: Machine): Run | undefined {
    const run = runOf(machine)
    if (run) this.#hardware.sled(run.sled.id)
    return run
  }

  #running(machine: Machine, { runId, bootedAt, sled }: Run): RunningInstance {
    return { runId, bootedAt, sledId: sled.id, leaseExpires: leaseOf(machine, bootedAt, this.#world.clock) }
  }

  #end(machine: Machine, message?: string): void {
    endLastLease(machine)
    machine.guest.halt(message)
    const run = runOf(machine)
    if (run) run.endedAt = this.#world.clock.now()
  }

  #fail(machine: Machine, reason: string): void {
    const run = runOf(machine)
    if (!run) return
    this.#end(machine)
    machine.port.hangUp(new PlatformError('gone', 'The machine failed'))
    this.#world.emit({ kind: 'instance-failed', instanceId: machine.spec.id, runId: run.runId, reason })
  }

  #mustMove(machine: Machine): void {
    const run = runOf(machine)
    if (!run) return
    const about = { instanceId: machine.spec.id, runId: run.runId }
    this.#world.emit({ kind: 'instance-must-move', ...about, reason: 'Migration by request' })
  }

  #setCondition(machine: Machine, condition: typeof STORAGE_FULL | null): void {
    const run = runOf(machine)
    if (!run || run.condition?.kind === condition?.kind) return
    run.condition = condition && { ...condition, since: this.#world.clock.now() }
    const about = { instanceId: machine.spec.id, runId: run.runId }
    this.#world.emit({ kind: 'instance-condition', ...about, condition: run.condition })
  }

  #repair(machine: Machine): void {
    const run = runOf(machine)
    if (!run || run.repairing) return
    const about = { instanceId: machine.spec.id, runId: run.runId }
    run.repairing = true
    this.#world.emit({ kind: 'instance-repairing', ...about })
    this.#world.clock.after(this.#world.timings.repair, () => {
      run.repairing = false
      if (runOf(machine) === run) this.#world.emit({ kind: 'instance-repaired', ...about })
    })
  }
}
