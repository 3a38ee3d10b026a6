import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs, QueryResult, UnknownRow } from 'kysely'

/** Holds what a database has answered until it is released: `db.withPlugin(heldReads)` reads late. */
export class HeldReads implements KyselyPlugin {
  /** The number of answers so far. */
  count = 0
  readonly #waiting: (() => void)[] = []

  get waiting(): number {
    return this.#waiting.length
  }

  /** Hands out one of the waiting answers, the oldest unless told otherwise. */
  release(index = 0): void {
    for (const answer of this.#waiting.splice(index, 1)) answer()
  }

  releaseAll(): void {
    for (const answer of this.#waiting.splice(0)) answer()
  }

  transformQuery = ({ node }: PluginTransformQueryArgs): PluginTransformQueryArgs['node'] => node

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    this.count++
    await new Promise<void>((release) => this.#waiting.push(release))
    return result
  }
}
