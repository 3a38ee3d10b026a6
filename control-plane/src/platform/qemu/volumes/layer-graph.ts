/** The known layers, each with the one on which it is based. */
export class LayerGraph {
  /** Bases by name of the layer; null for a layer without one. */
  readonly #backing = new Map<string, string | null>()
  /** Bases that overlays are to have next: until the header of such an overlay is read, it may have either. */
  readonly #next = new Map<string, string>()
  /** The overlays of each base, and those that are to have it next. */
  readonly #above = new Map<string, Set<string>>()

  has(name: string): boolean {
    return this.#backing.has(name)
  }

  names(): string[] {
    return [...this.#backing.keys()]
  }

  /** The base of a layer; null without one, or for an unknown layer. */
  backingOf(name: string): string | null {
    return this.#backing.get(name) ?? null
  }

  /** The overlays on a layer. */
  above(name: string): string[] {
    return [...(this.#above.get(name) ?? [])]
  }

  /** The layer and those below it, newest first. */
  closure(name: string): string[] {
    const names = new Set<string>()
    for (let next: string | null = name; next !== null && !names.has(next); next = this.backingOf(next)) names.add(next)
    return [...names]
  }

  /** All layers that these may need. */
  neededBy(roots: Iterable<string>): ReadonlySet<string> {
    const needed = new Set(roots)
    // A set that grows is iterated to its last element.
    for (const name of needed)
      for (const below of [this.#backing.get(name), this.#next.get(name)]) if (below) needed.add(below)
    return needed
  }

  /** Each overlay with its base. */
  pairs(): { upper: string; lower: string }[] {
    return [...this.#backing].flatMap(([upper, lower]) => (lower === null ? [] : [{ upper, lower }]))
  }

  set(name: string, backing: string | null, next?: string): void {
    this.remove(name)
    this.#backing.set(name, backing)
    if (next !== undefined) this.#next.set(name, next)
    for (const below of [backing, next])
      if (below) this.#above.set(below, (this.#above.get(below) ?? new Set()).add(name))
  }

  remove(name: string): void {
    for (const below of [this.#backing.get(name), this.#next.get(name)]) {
      if (!below) continue
      const others = this.#above.get(below)
      others?.delete(name)
      if (others?.size === 0) this.#above.delete(below)
    }
    this.#backing.delete(name)
    this.#next.delete(name)
  }
}
