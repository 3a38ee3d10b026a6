import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../tools/test/browser.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { RawBrowser } from './lib/raw-browser.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * Image upload through the console's uploader, from the first block sent to the last one answered, against plain fetches
 * that post the same bytes to the same server, one block after the other, encoded beforehand.
 */
const MIB = 2 ** 20
const CHUNK = 512 * 1024
const SIZE = size(128, 8) * MIB
const ROUNDS = size(3, 1)
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

const server = await startBenchServer()
await server.send('POST', '/v1/projects', { name: 'bench', description: '' })

async function plain(round: number): Promise<number> {
  const disk = `plain-${round}`
  await server.send('POST', '/v1/disks?project=bench', {
    name: disk,
    description: '',
    size: 2 ** 30,
    disk_source: { type: 'importing_blocks', block_size: 512 },
  })
  for (let state = ''; state !== 'import_ready';) {
    const view = await server.send<{ state: { state: string } }>('GET', `/v1/disks/${disk}?project=bench`)
    ;({ state } = view.state)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await server.send('POST', `/v1/disks/${disk}/bulk-write-start?project=bench`)
  const bytes = readFileSync(file)
  const bodies = Array.from({ length: SIZE / CHUNK }, (_, i) =>
    JSON.stringify({
      offset: i * CHUNK,
      base64_encoded_data: bytes.subarray(i * CHUNK, (i + 1) * CHUNK).toString('base64'),
    }),
  )
  const started = performance.now()
  for (const body of bodies) {
    const answer = await fetch(`${server.base}/v1/disks/${disk}/bulk-write?project=bench`, {
      method: 'POST',
      headers: { cookie: server.cookie, 'content-type': 'application/json' },
      body,
    })
    if (answer.status !== 204) throw new Error(`bulk-write: ${answer.status} ${await answer.text()}`)
  }
  return SIZE / MIB / ((performance.now() - started) / 1000)
}

const browser = await RawBrowser.open((await findBrowser()) ?? 'chromium')
const [name = '', value = ''] = server.cookie.split('=')
await browser.send('Network.setCookie', { name, value, url: server.base })

/** In the page: finds the element with a label, once it exists. */
const IN_PAGE = `
  const soon = (find) => new Promise((resolve) => {
    const look = () => { const found = find(); if (found) resolve(found); else setTimeout(look, 20) }
    look()
  })
  const labelled = (text) => () =>
    [...document.querySelectorAll('label')].find((label) => label.textContent.startsWith(text))?.control
  const type = async (text, value) => {
    const field = await soon(labelled(text))
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const step = (n, status) => () =>
    document.querySelector('ol[aria-label="Steps"] > li:nth-child(' + n + ')')?.textContent.match(status)
`
async function uploaded(round: number): Promise<number> {
  await browser.send('Page.navigate', { url: `${server.base}/projects/bench/images-new` })
  await browser.evaluate(`(async () => { ${IN_PAGE}
    await soon(labelled('Name'))
    await type('Name', 'upload-${round}')
    await type('OS', 'bench')
    await type('Version', '1')
  })()`)
  await browser.chooseFile(`document.querySelector('input[type=file]')`, file)
  const ms = await browser.evaluate<number>(`(async () => { ${IN_PAGE}
    const panel = document.querySelector('[role=dialog] form') ?? document.querySelector('form')
    panel.requestSubmit()
    await soon(step(3, /Running|Complete/))
    const started = performance.now()
    await soon(step(4, /Running|Complete/))
    const took = performance.now() - started
    await soon(() => !document.querySelector('ol[aria-label="Steps"]'))
    return took
  })()`)
  return SIZE / MIB / (ms / 1000)
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
await server.close()
rmSync(folder, { recursive: true })
