import type { PGlite } from '@electric-sql/pglite'
import { type ChangeListener, CHANGES_CHANNEL, type ChangeSource } from '../kernel/changes/change-source.ts'

/** Changes of a database in the page, which no connection can lose. */
export class PageChanges implements ChangeSource {
  readonly #pglite: PGlite
  #end: () => Promise<void> = async () => {}

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  async listen(listener: ChangeListener): Promise<void> {
    this.#end = await this.#pglite.listen(CHANGES_CHANNEL, (text) => listener.changed(text))
    listener.listening()
  }

  async close(): Promise<void> {
    if (!this.#pglite.closed) await this.#end()
  }
}
