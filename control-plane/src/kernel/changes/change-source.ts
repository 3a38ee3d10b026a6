/** Channel on which `note_change()` in `control-plane/schema.sql` sends notifications. */
export const CHANGES_CHANNEL = 'skerry_changes'

/** Receives the changes that all servers on the database commit. */
export interface ChangeSource {
  /** Resolves after the first attempt to listen. Tries again after a failure and a lost connection, until closed. */
  listen(listener: ChangeListener): Promise<void>
  close(): Promise<void>
}

export interface ChangeListener {
  /** Called for each change, in the order of the commits. */
  changed(text: string): void
  /** Called when it begins to listen, at first and again: changes before that were missed. */
  listening(): void
  /** Called when changes can no longer be received. */
  lost(error: unknown): void
}
