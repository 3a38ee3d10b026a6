import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { durable } from '../../../file-system/durable-files.ts'
import { ifMissing } from '../../../file-system/if-missing.ts'
import type { Namespace } from './commands.ts'
import { changes, type Entry } from './namespace-state.ts'

const APPLIED_FILE = 'applied.json'

interface Applied {
  /** Generation of the document that is completely in effect; null during a change. */
  generation: number | null
  /** All entries that may be in effect. */
  entries: readonly Entry[]
}

const NOTHING: Applied = { generation: null, entries: [] }

/**
 * A file with the entries that are in effect in a namespace. It is written before a change, with the entries of both
 * sides, and after it, so that the next process knows every entry that may exist after a crash.
 */
export class AppliedState {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async read(): Promise<Applied> {
    const text = await readFile(join(this.#folder, APPLIED_FILE), 'utf8').catch(ifMissing(''))
    try {
      return text ? (JSON.parse(text) as Applied) : NOTHING
    } catch {
      return NOTHING
    }
  }

  /** @param whole sets entries again although they should be there already */
  async change(namespace: Namespace, after: readonly Entry[], generation: number, whole: boolean): Promise<void> {
    const before = await this.read()
    const known =
      before.generation === null || whole ? before.entries.map((one) => ({ ...one, put: '' })) : before.entries
    const { remove, put } = changes(known, after)
    const kept = new Set(before.entries.map(entryText))
    const added = put.filter((entry) => !kept.has(entryText(entry)))
    await this.#write({ generation: null, entries: [...before.entries, ...added] })
    for (const tool of ['ip4', 'ip6', 'bridge'] as const) {
      const ofTool = (entries: readonly Entry[]) => entries.filter((entry) => entry.tool === tool)
      await namespace.batch(
        tool,
        ofTool(remove).map((entry) => entry.remove),
        true,
      )
      await namespace.batch(
        tool,
        ofTool(put).map((entry) => entry.put),
      )
    }
    await this.#write({ generation, entries: after })
  }

  async forget(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #write(applied: Applied): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o755 })
    await durable(join(this.#folder, APPLIED_FILE), JSON.stringify(applied))
  }
}

const entryText = ({ tool, put, remove }: Entry) => `${tool} ${put} ${remove}`

/** Names of the entries in a folder; none if it does not exist. */
export const foldersIn = (folder: string): Promise<string[]> => readdir(folder).catch(ifMissing<string[]>([]))
