import { startCuttableProxy } from './cuttable-proxy.ts'
import { makeDisk } from './instance.ts'
import { expect, test } from './test.ts'

test('a list whose connections died without a word is read again on new ones', async ({
  page,
  request,
  baseURL,
  makeProject,
}) => {
  const project = await makeProject('asleep')
  const proxy = await startCuttableProxy(baseURL!)
  await page.clock.install()
  // Code that is fetched ahead has no deadline, and takes not all of a browser's connections.
  const codeAhead = page.waitForRequest(/tooltip-popup/)
  await page.goto(`${proxy.address}/projects/${project}/disks`)
  await expect(page.getByText('No disks', { exact: true })).toBeVisible()
  await codeAhead
  proxy.stall()
  await makeDisk(request, project, 'made-meanwhile')
  await page.getByRole('button', { name: 'Refresh' }).click()
  const disk = page.getByRole('row', { name: 'made-meanwhile' })
  // A browser keeps up to six connections. Each request without an answer ends one.
  await expect(async () => {
    await page.clock.fastForward(20_000)
    await expect(disk).toContainText('Detached', { timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  await proxy.close()
})
