import type { Machine } from './machine.ts'

/** Machines by the ids in their specifications. */
export class MachineIndex {
  readonly #machines = new Map<string, Set<Machine>>()

  add(machine: Machine): void {
    for (const id of idsIn(machine)) {
      const machines = this.#machines.get(id) ?? new Set()
      this.#machines.set(id, machines.add(machine))
    }
  }

  remove(machine: Machine): void {
    for (const id of idsIn(machine)) {
      const machines = this.#machines.get(id)
      machines?.delete(machine)
      if (!machines?.size) this.#machines.delete(id)
    }
  }

  /** Machines with this id, or with the project, volume or network interface of this id. */
  with(id: string): Iterable<Machine> {
    return this.#machines.get(id) ?? []
  }
}

const idsIn = ({ spec }: Machine): string[] => [
  spec.id,
  spec.projectId,
  ...[...spec.volumes, ...spec.nics].map(({ id }) => id),
]
