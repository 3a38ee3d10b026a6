import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { compressAll } from '../../tools/lib/build-console.ts'

/** Builds the bare page like the console. @returns its folder, and a function that removes it */
export async function buildBarePage(): Promise<{ folder: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'skerry-bare-page-'))
  await build({
    root: fileURLToPath(new URL('../bare-page', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    build: { target: 'es2022', outDir: folder, emptyOutDir: true },
  })
  await compressAll(folder)
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}
