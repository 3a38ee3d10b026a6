import type { ChangeEvent } from '@skerry/contract/rules/change-events.ts'
import type { Actor } from '../access/actor.ts'
import { type Change, eventFor } from './change.ts'

/** Visible changes by actor. Reading the rights again creates a new actor object, so an entry never becomes stale. */
const sights = new WeakMap<Actor, Sight>()

/** The changes that the actor may see, without duplicates. */
export function seenOf(actor: Actor, changes: readonly Change[]): ChangeEvent[] {
  let sight = sights.get(actor)
  if (!sight) sights.set(actor, (sight = new Sight(actor)))
  const seen = new Map<string, ChangeEvent>()
  for (const change of changes) {
    const event = sight.eventFor(change)
    if (event) seen.set(`${event.kind} ${event.project}`, event)
  }
  return [...seen.values()]
}

/**
 * Caches results of `eventFor` by kind, scope, whether the silo is the actor's own, and roles on the project. There are
 * few such combinations, but many projects, and each change is evaluated for each stream.
 */
class Sight {
  readonly #actor: Actor
  readonly #rolesOn = new Map<string, string>()
  readonly #known = new Map<string, 'hidden' | 'kind' | 'project'>()

  constructor(actor: Actor) {
    this.#actor = actor
    for (const { level, resourceId, role } of actor.assignments)
      if (level === 'project') this.#rolesOn.set(resourceId, `${this.#rolesOn.get(resourceId) ?? ''} ${role}`)
  }

  eventFor(change: Change): ChangeEvent | undefined {
    const { kind, scope } = change
    if (scope === 'user') return eventFor(this.#actor, change)
    const isOwn = scope !== 'fleet' && change.silo === this.#actor.siloId
    const project = scope === 'project' ? change.project : undefined
    const key = `${kind} ${scope} ${isOwn}${(project && this.#rolesOn.get(project)) ?? ''}`
    let known = this.#known.get(key)
    if (!known) {
      const event = eventFor(this.#actor, change)
      known = !event ? 'hidden' : event.project === undefined ? 'kind' : 'project'
      this.#known.set(key, known)
    }
    if (known === 'hidden') return undefined
    return known === 'project' && project !== undefined ? { kind, project } : { kind }
  }
}
