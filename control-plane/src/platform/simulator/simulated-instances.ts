import type { SledHardware } from '../hardware.ts'
import type {
  InstanceList,
  Instances,
  InstanceSpec,
  MachineRun,
  RunningInstance,
  SerialConsoles,
} from '../instances.ts'
import { PlatformError } from '../platform-error.ts'
import type { DesiredInstance } from '../platform.ts'
import { Guest } from './guest.ts'
import { SerialPort } from './serial-port.ts'
import type { SimulatedHardware } from './simulated-hardware.ts'
import type { SimulatedVolumes } from './simulated-volumes.ts'
import type { World } from './world.ts'

/** A run without interruption. */
export interface Run extends MachineRun {
  endedAt: Date | null
  sled: SledHardware
  repairing: boolean
}

export interface Machine {
  spec: InstanceSpec
  port: SerialPort
  guest: Guest
  /** Past runs and the current one, if any. */
  runs: Run[]
  /** The request of the last reboot. */
  reboot: string | null
}

const MAX_RUNS = 1000

export class SimulatedInstances implements Instances {
  readonly #world: World
  readonly #volumes: SimulatedVolumes
  readonly #hardware: SimulatedHardware
  readonly #machines = new Map<string, Machine>()
  /** Machines by the ids in their specs. */
  readonly #byId = new Map<string, Set<Machine>>()
  readonly #prepared = new Set<string>()

  constructor(world: World, volumes: SimulatedVolumes, hardware: SimulatedHardware) {
    this.#world = world
    this.#volumes = volumes
    this.#hardware = hardware
    const { effects } = world.faults
    const onTargets = (work: (machine: Machine) => void) => ({
      begin: ({ target }: { target: string }) => {
        for (const [id, machine] of this.#machines)
          if (runOf(machine) && (target === id || target === '*')) work(machine)
      },
      end: () => {},
    })
    effects.instance_fail = onTargets((machine) => this.#fail(machine, 'Failure by request'))
    effects.instance_migrate = onTargets((machine) => this.#mustMove(machine))
    effects.instance_repair = onTargets((machine) => this.#repair(machine))
    hardware.onUnreachable = (sledId) => {
      for (const machine of this.#machines.values())
        if (runOf(machine)?.sled.id === sledId) this.#fail(machine, `Sled ${sledId} cannot be reached`)
    }
  }

  prepare(instanceId: string, signal?: AbortSignal): Promise<void> {
    return this.#world.enqueue(instanceId, 'prepare', signal, async () => {
      if (this.#prepared.has(instanceId)) return
      await this.#world.clock.sleep(this.#world.timings.prepare)
      this.#prepared.add(instanceId)
    })
  }

  start(spec: InstanceSpec, signal?: AbortSignal): Promise<RunningInstance> {
    const { clock, timings, faults } = this.#world
    return this.#world.enqueue(spec.id, 'start', signal, async () => {
      const machine = this.#machine(spec)
      const running = runOf(machine)
      if (running) return runningOf(running)
      this.#hardware.sled(spec.sledId)
      const missing = spec.volumes.find(({ id }) => !this.#volumes.specOf(id))
      if (missing) throw new PlatformError('gone', `There is no volume ${missing.id}`)
      this.#unindex(machine)
      machine.spec = spec
      this.#index(machine)
      machine.guest = this.#guest(machine.port, spec)
      machine.guest.boot(timings.start)
      await clock.sleep(timings.start)
      if (faults.applies('start_fail', spec.id)) {
        machine.guest.halt('Boot failed')
        throw new PlatformError('permanent', 'The machine did not start')
      }
      return runningOf(this.#run(machine, this.#hardware.sled(spec.sledId)))
    })
  }

  stop(instanceId: string, signal?: AbortSignal): Promise<void> {
    return this.#world.enqueue(instanceId, 'stop', signal, async () => {
      const machine = this.#machines.get(instanceId)
      if (!machine || !runOf(machine)) return
      await this.#world.clock.sleep(this.#world.timings.stop)
      this.#end(machine, 'Power down')
      machine.port.hangUp()
    })
  }

  stopRun(instanceId: string, runId: string, signal?: AbortSignal): Promise<void> {
    return this.#world.enqueue(instanceId, `stop run ${runId}`, signal, async () => {
      const machine = this.#machines.get(instanceId)
      const run = machine && runOf(machine)
      if (!run || run.runId !== runId) return
      await this.#world.clock.sleep(this.#world.timings.stop)
      if (runOf(machine) !== run) return
      this.#end(machine, 'Power down')
      machine.port.hangUp()
    })
  }

  async list(): Promise<InstanceList> {
    const running = [...this.#machines].flatMap(([instanceId, machine]) => {
      const run = runOf(machine)
      return run ? [{ instanceId, run }] : []
    })
    return {
      sledIds: this.#hardware.reachableSleds().map(({ id }) => id),
      instances: running.map(({ instanceId, run }) => ({ instanceId, ...runningOf(run), repairing: run.repairing })),
    }
  }

  reboot(instanceId: string, request: string, signal?: AbortSignal): Promise<RunningInstance> {
    return this.#world.enqueue(instanceId, `reboot ${request}`, signal, async () => {
      const machine = this.#machines.get(instanceId)
      const run = machine && runOf(machine)
      if (!machine || !run) throw new PlatformError('gone', 'The machine does not run')
      if (machine.reboot === request) return runningOf(run)
      machine.guest.halt('Restarting')
      machine.guest.boot(this.#world.timings.reboot)
      await this.#world.clock.sleep(this.#world.timings.reboot)
      if (runOf(machine) !== run) throw new PlatformError('gone', 'The machine failed while it was restarting')
      machine.reboot = request
      return runningOf(this.#restart(machine, run))
    })
  }

  migrate(instanceId: string, sledId: string, signal?: AbortSignal): Promise<void> {
    return this.#world.enqueue(instanceId, `migrate ${sledId}`, signal, async () => {
      const machine = this.#machines.get(instanceId)
      const run = machine && runOf(machine)
      if (!run) throw new PlatformError('gone', 'The machine does not run')
      if (run.sled.id === sledId) return
      this.#hardware.sled(sledId)
      await this.#world.clock.sleep(this.#world.timings.migrate)
      if (runOf(machine) !== run) throw new PlatformError('gone', 'The machine failed while it was migrating')
      run.sled = this.#hardware.sled(sledId)
    })
  }

  release(instanceId: string, signal?: AbortSignal): Promise<void> {
    return this.#world.enqueue(instanceId, 'release', signal, async () => {
      const machine = this.#machines.get(instanceId)
      if (machine) {
        this.#end(machine)
        machine.port.hangUp(new PlatformError('gone', 'The machine was released'))
        this.#unindex(machine)
      }
      this.#machines.delete(instanceId)
      this.#prepared.delete(instanceId)
    })
  }

  readonly serial: SerialConsoles = {
    history: async (instanceId, position, maxBytes) => {
      const machine = this.#machines.get(instanceId)
      return machine?.port.history(position, maxBytes) ?? { bytes: new Uint8Array(), endOffset: 0 }
    },
    open: async (instanceId, position) => {
      const machine = this.#machines.get(instanceId)
      if (!machine || !runOf(machine)) throw new PlatformError('gone', 'The machine does not run')
      return machine.port.open(position)
    },
  }

  /** Adopts a machine from an earlier process. One whose sled no longer exists has failed. */
  adopt({ spec, run }: DesiredInstance): void {
    this.#prepared.add(spec.id)
    if (!run) return
    const sled = this.#hardware.reachableSleds().find(({ id }) => id === spec.sledId)
    if (!sled) {
      const reason = `There is no sled ${spec.sledId}`
      return this.#world.emit({ kind: 'instance-failed', instanceId: spec.id, runId: run.runId, reason })
    }
    const machine = this.#machine(spec)
    machine.runs.push({ ...run, endedAt: null, sled, repairing: false })
    machine.guest.resume(run.bootedAt)
  }

  machines(): Iterable<Machine> {
    return this.#machines.values()
  }

  /** Machines with this id, or with the project, volume or network interface of this id. */
  machinesWith(id: string): Iterable<Machine> {
    return this.#byId.get(id) ?? []
  }

  close(): void {
    for (const machine of this.#machines.values()) {
      machine.guest.close()
      machine.port.hangUp(new PlatformError('transient', 'The platform is closing'))
    }
  }

  #machine(spec: InstanceSpec): Machine {
    const known = this.#machines.get(spec.id)
    if (known) return known
    const port = new SerialPort(this.#world.clock)
    const machine: Machine = { spec, port, guest: this.#guest(port, spec), runs: [], reboot: null }
    this.#machines.set(spec.id, machine)
    this.#index(machine)
    return machine
  }

  #index(machine: Machine): void {
    for (const id of idsIn(machine)) {
      const machines = this.#byId.get(id) ?? new Set()
      this.#byId.set(id, machines.add(machine))
    }
  }

  #unindex(machine: Machine): void {
    for (const id of idsIn(machine)) {
      const machines = this.#byId.get(id)
      machines?.delete(machine)
      if (!machines?.size) this.#byId.delete(id)
    }
  }

  #guest(port: SerialPort, spec: InstanceSpec): Guest {
    const ifPresent = (work: (machine: Machine) => void) => () => {
      const machine = this.#machines.get(spec.id)
      if (machine) work(machine)
    }
    return new Guest(spec, this.#world.clock, port, {
      panic: ifPresent((machine) => this.#fail(machine, 'Kernel panic')),
      reboot: ifPresent((machine) => this.#rebootFromGuest(machine)),
    })
  }

  #run(machine: Machine, sled: SledHardware): Run {
    const bootedAt = this.#world.clock.now()
    const run: Run = { runId: crypto.randomUUID(), bootedAt, endedAt: null, sled, repairing: false }
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

  #end(machine: Machine, message?: string): void {
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

const idsIn = ({ spec }: Machine): string[] => [
  spec.id,
  spec.projectId,
  ...[...spec.volumes, ...spec.nics].map(({ id }) => id),
]

function runOf(machine: Machine): Run | undefined {
  const last = machine.runs.at(-1)
  return last && !last.endedAt ? last : undefined
}

const runningOf = ({ runId, bootedAt, sled }: Run): RunningInstance => ({ runId, bootedAt, sledId: sled.id })
