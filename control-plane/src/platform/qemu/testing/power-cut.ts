import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'

const program = join(import.meta.dirname, 'power-cut.py')

/** A power cut leaves nothing but what was flushed, or some more that the kernel happened to write before. */
export type Kept = 'nothing' | 'some'

/** Why there can be none on this host. */
export const noPowerCuts = (): string | undefined =>
  existsSync('/dev/fuse') ? undefined : 'there is no /dev/fuse on this host'

/** A folder whose power can be cut. */
export class PowerCutFolder {
  readonly path: string
  readonly #process: ChildProcess
  readonly #lines: Interface

  private constructor(path: string, process: ChildProcess) {
    this.path = path
    this.#process = process
    this.#lines = createInterface(process.stdout!)
  }

  static async mount(): Promise<PowerCutFolder> {
    const path = await mkdtemp(join(tmpdir(), 'skerry-power-cut-'))
    // Debian's own: others do not have its packages.
    const process = spawn('/usr/bin/python3', [program, path], { stdio: ['pipe', 'pipe', 'inherit'] })
    const folder = new PowerCutFolder(path, process)
    await Promise.race([once(folder.#lines, 'line'), once(process, 'exit').then(failed)])
    return folder
  }

  /** Nothing may have a file of it open that is used afterwards. */
  async cut(kept: Kept): Promise<void> {
    const answer = once(this.#lines, 'line')
    this.#process.stdin!.write(`${kept}\n`)
    await answer
  }

  async unmount(): Promise<void> {
    const over = once(this.#process, 'exit')
    this.#process.stdin!.end()
    await over
    await rm(this.path, { recursive: true })
  }
}

function failed(): never {
  throw new Error('The file system could not be mounted')
}
