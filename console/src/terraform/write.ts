import type { Content } from './document.ts'

/** Terraform code of any number of things, written in a worker: thousands would hold the page up for a second. */
export function writeCode(content: Content, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('write-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const until = { signal, once: true }
  worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data), until)
  worker.addEventListener('error', () => reject(new Error('The code could not be written')), until)
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  worker.postMessage(content)
  return promise.finally(() => worker.terminate())
}
