import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { median } from './report.ts'

/** Milliseconds that a request of the page takes until its answer is read. */
const timeOf = (page: Page, method: string, path: string, body?: object): Promise<number> =>
  page.evaluate(
    async ([verb, address, text]) => {
      const started = performance.now()
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(address, { method: verb, headers, ...(text && { body: text }) })
      if (!answer.ok) throw new Error(`${verb} ${address}: ${await answer.text()}`)
      await answer.text()
      return performance.now() - started
    },
    [method, path, JSON.stringify(body)] as const,
  )

const disk = (name: string) => ({
  name,
  description: '',
  size: 2 ** 30,
  disk_source: { type: 'blank', block_size: 512 },
})

/** Makes the project `bench` with this many disks. */
export async function makeProjectOfDisks(page: Page, count: number): Promise<void> {
  await timeOf(page, 'POST', '/v1/projects', { name: 'bench', description: '' })
  for (let i = 0; i < count; i++) await timeOf(page, 'POST', '/v1/disks?project=bench', disk(`disk-${i}`))
}

/** Median milliseconds of a list of the project's disks, and of a create in it. */
export async function requestTimes(page: Page, count: number): Promise<{ list: number; create: number }> {
  const list: number[] = []
  const create: number[] = []
  for (let i = 0; i < count; i++) {
    list.push(await timeOf(page, 'GET', '/v1/disks?project=bench&limit=50'))
    create.push(
      await timeOf(page, 'POST', '/v1/vpcs?project=bench', {
        name: `vpc-${i}`,
        dns_name: `vpc-${i}`,
        description: '',
      }),
    )
  }
  return { list: median(list), create: median(create) }
}

const screens = ['Disks', 'VPCs', 'Floating IPs', 'Images', 'Metrics', 'Access', 'Instances']

/** Goes through the screens of a project, and makes a disk after each round. */
export async function walkFor(page: Page, ms: number): Promise<void> {
  const until = performance.now() + ms
  const project = page.getByRole('navigation', { name: 'harbour-logistics' })
  while (performance.now() < until) {
    await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
    await page.getByRole('link', { name: 'harbour-logistics', exact: true }).click()
    for (const name of screens) {
      await project.getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
    }
    await timeOf(page, 'POST', '/v1/disks?project=bench', disk(`used-${Math.round(performance.now())}`))
  }
}

/** Resident megabytes of the browser's largest page process without garbage, the page being the only one; on Linux only. */
export async function memoryOf(browser: Browser, page: Page): Promise<number> {
  const pageProtocol = await page.context().newCDPSession(page)
  await pageProtocol.send('HeapProfiler.collectGarbage')
  await pageProtocol.detach()
  const protocol = await browser.newBrowserCDPSession()
  const { processInfo } = await protocol.send('SystemInfo.getProcessInfo')
  const pages = processInfo.filter(({ type }) => type === 'renderer')
  const resident = pages.map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]))
  return Math.max(...resident) / 1000
}
