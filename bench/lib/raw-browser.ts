import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'

type Params = Record<string, unknown>

/**
 * A headless Chromium without a test tool that observes its network, which would cost more than an upload itself.
 * Speaks the DevTools protocol: https://chromedevtools.github.io/devtools-protocol/
 */
export class RawBrowser {
  readonly #process: ChildProcess
  readonly #socket: WebSocket
  readonly #folder: string
  readonly #waiting = new Map<number, { resolve: (result: Params) => void; reject: (error: Error) => void }>()
  #session: string | undefined
  #last = 0

  private constructor(process: ChildProcess, socket: WebSocket, folder: string) {
    this.#process = process
    this.#socket = socket
    this.#folder = folder
    socket.on('message', (data) => {
      const { id, result, error } = JSON.parse(data.toString()) as {
        id?: number
        result?: Params
        error?: { message: string }
      }
      const call = id === undefined ? undefined : this.#waiting.get(id)
      if (!call || id === undefined) return
      this.#waiting.delete(id)
      if (error) call.reject(new Error(error.message))
      else call.resolve(result ?? {})
    })
  }

  /** Opens a browser with one empty page. */
  static async open(executable: string): Promise<RawBrowser> {
    const folder = mkdtempSync(join(tmpdir(), 'skerry-bench-browser-'))
    const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking']
    const child = spawn(
      executable,
      [...args, '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    const address = await new Promise<string>((resolve, reject) => {
      let text = ''
      child.stderr.on('data', (part: Buffer) => {
        text += part.toString()
        const found = /DevTools listening on (ws:\S+)/.exec(text)?.[1]
        if (found) resolve(found)
      })
      child.once('exit', () => reject(new Error(`Chromium ended: ${text}`)))
    })
    const socket = new WebSocket(address)
    await once(socket, 'open')
    const browser = new RawBrowser(child, socket, folder)
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
    browser.#session = sessionId as string
    return browser
  }

  send(method: string, params: Params = {}): Promise<Params> {
    const id = ++this.#last
    this.#socket.send(JSON.stringify({ id, method, params, ...(this.#session && { sessionId: this.#session }) }))
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  /** Runs an expression in the page and returns its awaited value. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = (await this.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as { result: { value: T }; exceptionDetails?: unknown }
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
    return result.value
  }

  /** Sets the file of the file input that the expression returns. */
  async chooseFile(expression: string, file: string): Promise<void> {
    const { result } = (await this.send('Runtime.evaluate', { expression })) as { result: { objectId: string } }
    await this.send('DOM.setFileInputFiles', { files: [file], objectId: result.objectId })
  }

  async close(): Promise<void> {
    this.#socket.close()
    const gone = once(this.#process, 'exit')
    this.#process.kill()
    await gone
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
