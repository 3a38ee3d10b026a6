import type { OperationId } from '@skerry/contract/operations.ts'
import { decidesSiloRoles, type HeldRoles, permits } from '@skerry/contract/rules/permissions.ts'
import {
  fleetRole,
  type MappedFleetRoles,
  projectRole,
  type Role,
  roleSuffices,
  strongestRole,
} from '@skerry/contract/rules/roles.ts'
import type { Actor } from './actor.ts'
import { type ApiError, forbidden, internal, unauthorized } from '../errors.ts'

/** What those are told who may not even see the thing; made only when it is needed, for an error costs a stack trace. */
export type Hidden = () => ApiError

/** Whom an operation is about: one user, or without an id all of a silo, of whom the strongest role on the fleet counts. */
export interface UserAsked {
  id?: string
  fleetRole: Role | undefined
}

/**
 * Decides whether this operation may go on, by the contract's table of permissions. Every handler asks it about the
 * thing it found: what the actor may not even see is answered as if it were absent (`hidden`), the rest with 403.
 */
export class Access {
  /** Whether it was asked at all; the binder refuses to send an answer when not. */
  decided = false
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

  /** The effective role on a project; nothing on one of another silo. */
  projectRole(project: { id: string; silo_id: string }): Role | undefined {
    return this.#relyOn(() => this.#projectRole(project))
  }

  /** On a project, or on anything in it. */
  onProject(project: { id: string; silo_id: string }, hidden: Hidden): void {
    this.#decide(() => {
      const role = this.#projectRole(project)
      const held = Object.assign(this.#heldOnSilo(project.silo_id), { project: role, inProject: true })
      this.#require(held, role !== undefined, hidden)
    })
  }

  /**
   * On a silo, or on what belongs to it and to no project.
   * @param mapped the fleet roles that the silo maps: what decides on roles in another silo has to say
   * @param user of the silo, where the operation is about one, or about how all of them sign in
   */
  onSilo(siloId: string, hidden: Hidden = forbidden, mapped?: MappedFleetRoles, user?: UserAsked): void {
    this.#decide(() => {
      const held = this.#heldOnSilo(siloId)
      held.self = user?.id !== undefined && user.id === this.#actor?.userId
      held.usersFleetRole = user?.fleetRole
      held.mappedFleetRoles = held.siloMember ? this.#actor?.mappedFleetRoles : mapped
      if (decidesSiloRoles.has(this.#operation) && this.#actor && !held.mappedFleetRoles)
        throw internal(`${this.#operation} asks without saying what the silo maps`)
      this.#require(held, held.siloMember === true || held.fleet !== undefined, hidden)
    })
  }

  /** On the list of the projects of the actor's silo that it has a role on. */
  onProjects(hasAny: boolean): void {
    this.#decide(() => {
      const held = { ...this.#heldOnSilo(this.#actor?.siloId ?? ''), anyProject: hasAny }
      this.#require(held, true, forbidden)
    })
  }

  /** On a thing of a silo that nobody sees but those who may do the operation. */
  onHiddenInSilo(siloId: string, hidden: Hidden): void {
    this.#decide(() => {
      const held = this.#heldOnSilo(siloId)
      this.#require(held, permits(this.#operation, held), hidden)
    })
  }

  /**
   * On the fleet. A single thing of it is hidden from those who may not see the fleet; its lists are refused.
   * @param mapped the fleet roles that a silo is to map, when one is made
   */
  onFleet(hidden: Hidden = forbidden, mapped?: MappedFleetRoles): void {
    this.#decide(() => {
      const held = { fleet: this.#fleetRole(), mappedFleetRoles: mapped }
      this.#require(held, held.fleet !== undefined, hidden)
    })
  }

  /** On what is the actor's own: its profile, keys and tokens. */
  onSelf(): void {
    this.#decide(() => this.#require({ self: true }, true, forbidden))
  }

  /**
   * Makes all decisions again, with the roles that the actor has by now.
   * @throws what the first one that fails now says; 403 where a role that was relied on is weaker
   */
  repeat(actor: Actor): void {
    this.#actor = actor
    for (const decide of this.#decisions) decide()
  }

  #heldOnSilo(siloId: string): HeldRoles {
    // Few operations in a silo ask for it, so it is worked out when one does.
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

  /** A role on which the handler decides by itself. */
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

  #require(held: HeldRoles, isVisible: boolean, hidden: Hidden): void {
    if (!this.#actor) throw unauthorized()
    if (!isVisible) throw hidden()
    if (!permits(this.#operation, held)) throw forbidden()
  }
}
