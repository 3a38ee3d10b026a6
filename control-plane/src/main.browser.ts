import './browser/insecure-context.ts'
import { loadDatabaseFiles } from './browser/database-files.ts'
import type { FromControlPlane, ToControlPlane } from './browser/messages.ts'

const post = (message: FromControlPlane, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

self.addEventListener(
  'message',
  ({ data }: MessageEvent<ToControlPlane>) => {
    if (data.kind !== 'start') return
    // The files arrive and are compiled while the control plane's code is loaded.
    const files = loadDatabaseFiles(data.files, (loaded, total) => post({ kind: 'progress', loaded, total }))
    import('./browser/serve-page.ts')
      .then(({ servePage }) => servePage(files, post))
      .catch((error: unknown) => post({ kind: 'broken', message: String(error) }))
  },
  { once: true },
)
