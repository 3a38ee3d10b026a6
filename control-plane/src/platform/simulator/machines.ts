import type { InstanceSpec } from '../interface/instances.ts'
import type { SimulatedMachine } from './machine.ts'

/** All machines, found by their ids and by those in their specifications. */
export class Machines {
  readonly #byId = new Map<string, SimulatedMachine>()
  readonly #bySpec = new Map<string, Set<SimulatedMachine>>()

  get(id: string): SimulatedMachine | undefined {
    return this.#byId.get(id)
  }

  all(): Iterable<SimulatedMachine> {
    return this.#byId.values()
  }

  /** Machines with this id, or with the project, volume or network interface of this id. */
  with(id: string): Iterable<SimulatedMachine> {
    return this.#bySpec.get(id) ?? []
  }

  add(machine: SimulatedMachine): void {
    this.#byId.set(machine.spec.id, machine)
    this.#index(machine)
  }

  remove(machine: SimulatedMachine): void {
    this.#byId.delete(machine.spec.id)
    this.#unindex(machine)
  }

  /** Changes the specification of a machine. */
  respecify(machine: SimulatedMachine, spec: InstanceSpec): void {
    this.#unindex(machine)
    machine.spec = spec
    this.#index(machine)
  }

  #index(machine: SimulatedMachine): void {
    for (const id of idsIn(machine)) this.#bySpec.set(id, (this.#bySpec.get(id) ?? new Set()).add(machine))
  }

  #unindex(machine: SimulatedMachine): void {
    for (const id of idsIn(machine)) {
      const machines = this.#bySpec.get(id)
      machines?.delete(machine)
      if (!machines?.size) this.#bySpec.delete(id)
    }
  }
}

const idsIn = ({ spec }: SimulatedMachine): string[] => [
  spec.id,
  spec.projectId,
  ...[...spec.volumes, ...spec.nics].map(({ id }) => id),
]
