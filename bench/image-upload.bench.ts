import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { chromium } from '@playwright/test'
import { findBrowser } from '../tools/test/browser.ts'
import { openBenchHouse } from './lib/house.ts'
import { median, report } from './lib/report.ts'

/**
 * Image upload through the console's uploader, from the first block sent to the last one answered, against one plain
 * stream of fetches that posts the same bytes to the same server, one block after the other, encoded beforehand.
 */
const MIB = 2 ** 20
const CHUNK = 512 * 1024
const SIZE = 128 * MIB
const ROUNDS = 3
const LEAST = 0.5

const folder = mkdtempSync(join(tmpdir(), 'skerry-bench-upload-'))
const file = join(folder, 'disk.img')
const output = createWriteStream(file)
for (let at = 0; at < SIZE; at += MIB) {
  const block = crypto.getRandomValues(new Uint8Array(65_536))
  for (let i = 0; i < MIB / 65_536; i++) output.write(block)
}
output.end()
await once(output, 'finish')

const house = await openBenchHouse()
await house.send('POST', '/v1/projects', { name: 'bench', description: '' })

async function plain(round: number): Promise<number> {
  const disk = `plain-${round}`
  await house.send('POST', '/v1/disks?project=bench', {
    name: disk,
    description: '',
    size: 2 ** 30,
    disk_source: { type: 'importing_blocks', block_size: 512 },
  })
  for (let state = ''; state !== 'import_ready';) {
    const view = await house.send<{ state: { state: string } }>('GET', `/v1/disks/${disk}?project=bench`)
    ;({ state } = view.state)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await house.send('POST', `/v1/disks/${disk}/bulk-write-start?project=bench`)
  const bytes = readFileSync(file)
  const bodies = Array.from({ length: SIZE / CHUNK }, (_, i) =>
    JSON.stringify({
      offset: i * CHUNK,
      base64_encoded_data: bytes.subarray(i * CHUNK, (i + 1) * CHUNK).toString('base64'),
    }),
  )
  const begun = performance.now()
  for (const body of bodies) {
    const answer = await fetch(`${house.base}/v1/disks/${disk}/bulk-write?project=bench`, {
      method: 'POST',
      headers: { cookie: house.cookie, 'content-type': 'application/json' },
      body,
    })
    if (answer.status !== 204) throw new Error(`bulk-write: ${answer.status} ${await answer.text()}`)
  }
  return SIZE / MIB / ((performance.now() - begun) / 1000)
}

const executablePath = await findBrowser()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
async function uploaded(round: number): Promise<number> {
  const context = await browser.newContext({ baseURL: house.base })
  const [name = '', value = ''] = house.cookie.split('=')
  await context.addCookies([{ name, value, url: house.base }])
  const page = await context.newPage()
  let [first, last] = [0, 0]
  const isChunk = (url: string) => url.includes('/bulk-write?')
  // Of the context, since the blocks are sent by a worker.
  context.on('request', (request) => {
    if (isChunk(request.url())) first ||= performance.now()
  })
  context.on('response', (response) => {
    if (isChunk(response.url())) last = performance.now()
  })
  await page.goto('/projects/bench/images-new')
  const panel = page.getByRole('dialog', { name: 'Upload image', exact: true })
  await panel.getByLabel('Name').fill(`upload-${round}`)
  await panel.getByRole('textbox', { name: 'OS' }).fill('bench')
  await panel.getByLabel('Version').fill('1')
  await panel.getByLabel('Image file').setInputFiles(file)
  await panel.getByRole('button', { name: 'Upload image' }).click()
  await page
    .getByRole('dialog', { name: `Upload image upload-${round}` })
    .getByText('Image uploaded')
    .waitFor({ timeout: 180_000 })
  await context.close()
  return SIZE / MIB / ((last - first) / 1000)
}

const ratios: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const theirs = await plain(round)
  const ours = await uploaded(round)
  console.log(`        ${ours.toFixed(0)} MiB/s, plain ${theirs.toFixed(0)} MiB/s`)
  ratios.push(ours / theirs)
}
const ratio = median(ratios)
report(
  `image upload of ${SIZE / MIB} MiB through the console, against one plain stream of fetches`,
  ratio.toFixed(2),
  `at least ${LEAST}`,
  ratio >= LEAST,
)
await browser.close()
await house.close()
rmSync(folder, { recursive: true })
