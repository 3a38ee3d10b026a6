import type { InstanceSpec } from '../interface/instances.ts'
import type { Machine } from './machine.ts'

/** All machines, found by their ids and by those in their specifications. */
export class Machines {
  readonly #byId = new Map<string, Machine>()
  readonly #bySpec = new Map<string, Set<Machine>>()

  get(id: string): Machine | undefined {
    return this.#byId.get(id)
  }

  all(): Iterable<Machine> {
    return this.#byId.values()
  }

  /** Machines with this id, or with the project, volume or network interface of this id. */
  with(id: string): Iterable<Machine> {
    return this.#bySpec.get(id) ?? []
  }

  add(machine: Machine): void {
    this.#byId.set(machine.spec.id, machine)
    this.#index(machine)
  }

  remove(machine: Machine): void {
    this.#byId.delete(machine.spec.id)
    this.#unindex(machine)
  }

  /** Changes the specification of a machine. */
  respecify(machine: Machine, spec: InstanceSpec): void {
    this.#unindex(machine)
    machine.spec = spec
    this.#index(machine)
  }

  #index(machine: Machine): void {
    for (const id of idsIn(machine)) this.#bySpec.set(id, (this.#bySpec.get(id) ?? new Set()).add(machine))
  }

  #unindex(machine: Machine): void {
    for (const id of idsIn(machine)) {
      const machines = this.#bySpec.get(id)
      machines?.delete(machine)
      if (!machines?.size) this.#bySpec.delete(id)
    }
  }
}

const idsIn = ({ spec }: Machine): string[] => [
  spec.id,
  spec.projectId,
  ...[...spec.volumes, ...spec.nics].map(({ id }) => id),
]
