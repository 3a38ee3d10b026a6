import type { OperationId } from '@skerry/contract/operations.ts'
import { decidesSiloRoles, type HeldRoles } from '@skerry/contract/rules/needs.ts'
import { permits } from '@skerry/contract/rules/permissions.ts'
import {
  fleetRole,
  type MappedFleetRoles,
  projectRole,
  type Role,
  roleSuffices,
  strongestRole,
} from '@skerry/contract/rules/roles.ts'
import { type ApiError, forbidden, internal, unauthorized } from '../http/errors.ts'
import type { Actor } from './actor.ts'

/** Place of a resource: in a project and its silo, in a silo only, or a user's own; empty in the fleet. */
export interface Place {
  project_id?: string
  place_silo_id?: string
  place_user_id?: string
}

/** The answer for callers who may not see the resource. A function, since creating an error costs a stack trace. */
export type Hidden = () => ApiError

/**
 * The user that an operation is about, or without an id all users of a silo; then their strongest fleet role counts.
 */
export interface UserAsked {
  id?: string
  fleetRole: Role | undefined
}

/**
 * Checks permissions by the contract's permission table. Every handler calls it for the resource that it found. A
 * resource that the actor may not see is answered as absent (`hidden`), everything else with 403.
 */
export class Access {
  /** Whether a check was made; without one the binder sends no answer. */
  decided = false
  /** Place of the last checked resource that the caller may see; a place in a project is kept. */
  place: Place = {}
  #actor: Actor | undefined
  readonly #operation: OperationId
  readonly #decisions: (() => void)[] = []

  constructor(actor: Actor | undefined, operation: OperationId) {
    this.#actor = actor
    this.#operation = operation
  }

  /** The effective role on the fleet: assigned, or mapped from the role in the actor's silo. */
  get fleetRole(): Role | undefined {
    return this.#relyOn(() => this.#fleetRole())
  }

  /** The role on the actor's own silo. */
  get siloRole(): Role | undefined {
    return this.#relyOn(() => this.#siloRole(this.#actor?.siloId))
  }

  /** The effective role on a project; undefined for a project of another silo. */
  projectRole(project: { id: string; silo_id: string }): Role | undefined {
    return this.#relyOn(() => this.#projectRole(project))
  }

  /** Checks permission on a project, or on anything in it. */
  onProject(project: { id: string; silo_id: string }, hidden: Hidden): void {
    this.#decide(() => {
      const role = this.#projectRole(project)
      const held = Object.assign(this.#heldOnSilo(project.silo_id), { project: role, inProject: true })
      this.#require(held, role !== undefined, hidden, { project_id: project.id, place_silo_id: project.silo_id })
    })
  }

  /**
   * Checks permission on a silo, or on a resource of the silo outside of projects.
   * @param mapped the fleet roles that the silo maps; required for operations that change roles in another silo
   * @param user the user of the silo that the operation is about, or all users if it changes how they sign in
   */
  onSilo(siloId: string, hidden: Hidden = forbidden, mapped?: MappedFleetRoles, user?: UserAsked): void {
    this.#decide(() => {
      const held = this.#heldOnSilo(siloId)
      held.self = user?.id !== undefined && user.id === this.#actor?.userId
      held.usersFleetRole = user?.fleetRole
      held.mappedFleetRoles = held.siloMember ? this.#actor?.mappedFleetRoles : mapped
      if (decidesSiloRoles.has(this.#operation) && this.#actor && !held.mappedFleetRoles)
        throw internal(`${this.#operation} checks access without the silo's mapped fleet roles`)
      const isVisible = held.siloMember === true || held.fleet !== undefined
      this.#require(held, isVisible, hidden, { place_silo_id: siloId })
    })
  }

  /** Checks permission on the list of those projects in the actor's silo on which the actor has a role. */
  onProjects(hasAny: boolean): void {
    this.#decide(() => {
      const held = { ...this.#heldOnSilo(this.#actor?.siloId ?? ''), anyProject: hasAny }
      this.#require(held, true, forbidden)
    })
  }

  /** Checks permission on a resource of a silo that is hidden from callers without permission. */
  onHiddenInSilo(siloId: string, hidden: Hidden): void {
    this.#decide(() => {
      const held = this.#heldOnSilo(siloId)
      this.#require(held, permits(this.#operation, held), hidden, { place_silo_id: siloId })
    })
  }

  /**
   * Checks permission on the fleet. Pass `hidden` for a single resource; lists are refused with 403.
   * @param mapped the fleet roles that a new silo will map
   */
  onFleet(hidden: Hidden = forbidden, mapped?: MappedFleetRoles): void {
    this.#decide(() => {
      const held = { fleet: this.#fleetRole(), mappedFleetRoles: mapped }
      this.#require(held, held.fleet !== undefined, hidden)
    })
  }

  /** Checks permission on the actor's own profile, keys and tokens. */
  onSelf(): void {
    const place = this.#actor && { place_user_id: this.#actor.userId }
    this.#decide(() => this.#require({ self: true }, true, forbidden, place))
  }

  /**
   * Repeats all checks with the actor's present roles.
   * @throws the error of the first check that fails; 403 if a role that the handler used has become weaker
   */
  repeat(actor: Actor): void {
    this.#actor = actor
    for (const decide of this.#decisions) decide()
  }

  #heldOnSilo(siloId: string): HeldRoles {
    // Evaluated on demand: few operations in a silo need it.
    const fleet = () => this.#fleetRole()
    return {
      get fleet() {
        return fleet()
      },
      silo: this.#siloRole(siloId),
      siloMember: this.#actor?.siloId === siloId,
      inProject: false,
    }
  }

  #fleetRole(): Role | undefined {
    return fleetRole(this.#assigned('fleet'), this.#siloRole(this.#actor?.siloId), this.#actor?.mappedFleetRoles)
  }

  #projectRole(project: { id: string; silo_id: string }): Role | undefined {
    if (project.silo_id !== this.#actor?.siloId) return undefined
    return projectRole(this.#assigned('project', project.id), this.#siloRole(project.silo_id))
  }

  #siloRole(siloId: string | undefined): Role | undefined {
    return siloId !== undefined && siloId === this.#actor?.siloId ? this.#assigned('silo', siloId) : undefined
  }

  #assigned(level: Actor['assignments'][number]['level'], resourceId?: string): Role | undefined {
    const matching = this.#actor?.assignments.filter(
      (assignment) => assignment.level === level && (resourceId === undefined || assignment.resourceId === resourceId),
    )
    return strongestRole((matching ?? []).map(({ role }) => role))
  }

  /** Remembers a role that the handler uses for a decision of its own, for `repeat`. */
  #relyOn(role: () => Role | undefined): Role | undefined {
    const held = role()
    if (held)
      this.#decisions.push(() => {
        if (!roleSuffices(role(), held)) throw forbidden()
      })
    return held
  }

  #decide(decision: () => void): void {
    this.decided = true
    decision()
    this.#decisions.push(decision)
  }

  #require(held: HeldRoles, isVisible: boolean, hidden: Hidden, place?: Place): void {
    if (!this.#actor) throw unauthorized()
    if (!isVisible) throw hidden()
    if (place && !this.place.project_id) this.place = place
    if (!permits(this.#operation, held)) throw forbidden()
  }
}
