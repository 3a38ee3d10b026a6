import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { browserArguments, findBrowser } from '../tools/test/browser.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/** A chart of 3 lines with 10,000 points each is drawn within one frame. */
const LINES = 3
const POINTS = 10_000
const ROUNDS = size(31, 1)
const FRAME_MS = 1000 / 60

const folder = mkdtempSync(join(tmpdir(), 'skerry-chart-page-'))
await build({
  root: fileURLToPath(new URL('chart-page', import.meta.url)),
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { '~': fileURLToPath(new URL('../console/src', import.meta.url)) } },
  build: { target: 'es2022', outDir: folder, emptyOutDir: true },
})
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const server = createServer((request, response) => {
  const path = request.url === '/' ? '/index.html' : (request.url ?? '')
  readFile(join(folder, path)).then(
    (body) => response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream').end(body),
    () => response.writeHead(404).end(),
  )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

const executablePath = await findBrowser()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserArguments })
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
await page.waitForFunction(() => 'draw' in globalThis)
const drawn: number[] = []
for (let round = 0; round < ROUNDS + 3; round++)
  drawn.push(
    await page.evaluate(
      ([lines, points]) =>
        (globalThis as unknown as { draw: (...size: number[]) => Promise<number> }).draw(lines, points),
      [LINES, POINTS] as const,
    ),
  )
const ms = median(drawn.slice(3))
report(
  `a chart of ${LINES} x ${POINTS.toLocaleString('en')} points, main thread`,
  `${ms.toFixed(1)} ms`,
  `at most a frame, ${FRAME_MS.toFixed(1)} ms`,
  ms <= FRAME_MS,
)
await browser.close()
server.close()
await rm(folder, { recursive: true })
