import { type FSWatcher, watch } from 'node:fs'

/** Notices that files appear in folders or disappear from them. */
export class LossWatch {
  readonly #watchers: FSWatcher[]

  constructor(folders: readonly string[], changed: (folder: string, name: string) => Promise<void>) {
    this.#watchers = folders.map((folder) => {
      const watcher = watch(folder, { persistent: false }, (event, name) => {
        // A folder that cannot be read is found by the calls that need it.
        if (event === 'rename' && name !== null) changed(folder, name).catch(() => {})
      })
      return watcher.on('error', () => {})
    })
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close()
  }
}
