/** The known layers, each with the one on which it is based. */
export class LayerGraph {
  /** Bases by name of the layer; null for a layer without one. */
  readonly #backing = new Map<string, string | null>()
  /** The overlays of each base. */
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

  /** Each overlay with its base. */
  pairs(): { upper: string; lower: string }[] {
    return [...this.#backing].flatMap(([upper, lower]) => (lower === null ? [] : [{ upper, lower }]))
  }

  set(name: string, backing: string | null): void {
    this.remove(name)
    this.#backing.set(name, backing)
    if (backing !== null) this.#above.set(backing, (this.#above.get(backing) ?? new Set()).add(name))
  }

  remove(name: string): void {
    const backing = this.#backing.get(name)
    this.#backing.delete(name)
    if (!backing) return
    const others = this.#above.get(backing)
    others?.delete(name)
    if (others?.size === 0) this.#above.delete(backing)
  }
}
