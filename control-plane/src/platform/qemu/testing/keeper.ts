import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Its input ends with the process of the tests, whatever ends that. */
const SCRIPT = `
cat >/dev/null
for process in /proc/[0-9]*; do
  case "$(readlink "$process/cwd")" in "$1"/*) kill -9 "\${process#/proc/}" ;; esac
done
true
`

/** Ends the machines of a folder with the process of the tests: they outlive all others. */
export class Keeper {
  readonly #child: ChildProcess

  constructor(folder: string) {
    this.#child = spawn('sh', ['-c', SCRIPT, 'keeper', folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  }

  async end(): Promise<void> {
    const exited = once(this.#child, 'exit')
    this.#child.stdin!.end()
    await exited
  }
}
