import { makeDisk } from './instance.ts'
import { streaming, test } from './live.ts'
import { expect } from './test.ts'

test.use({ isLive: true })

const row = (name: string) => new RegExp(`^(Select )?${name}\\b`)

test('a stream that is cut continues after its last event', async ({ page, streams, project, elsewhere }) => {
  await page.goto(`/projects/${project}/disks`)
  await streaming(streams)
  await makeDisk(elsewhere, project, 'before')
  await expect(page.getByRole('row', { name: row('before') })).toContainText('Detached')
  streams.refuse(503)
  streams.cut()
  await makeDisk(elsewhere, project, 'missed')
  streams.refuse(undefined)
  await streaming(streams)
  await expect(page.getByRole('row', { name: row('missed') })).toContainText('Detached')
  expect(streams.asked.at(-1)?.lastEventId).toMatch(/-\d+$/)
})

test('while the stream is refused the list polls what is in transition', async ({
  page,
  streams,
  project,
  elsewhere,
}) => {
  streams.refuse(503)
  await makeDisk(elsewhere, project, 'before')
  await page.goto(`/projects/${project}/instances`)
  await expect.poll(() => streams.asked.length).toBeGreaterThan(0)
  const made = await elsewhere.post(`/v1/instances?project=${project}`, {
    data: { name: 'db1', description: '', hostname: 'db1', ncpus: 1, memory: 2 ** 30, start: true },
  })
  expect(made.status(), await made.text()).toBe(201)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('row', { name: row('db1') })).toContainText('Running')
})

test('without the capability no stream is asked for', async ({ page, streams, project }) => {
  await page.route('**/v1/ping', (route) => route.fulfill({ json: { status: 'ok', capabilities: {} } }))
  const asked = page.waitForResponse('**/v1/ping')
  await page.goto(`/projects/${project}/disks`)
  await asked
  await page.getByRole('link', { name: 'Instances', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Instances', level: 1 })).toBeVisible()
  expect(streams.asked).toEqual([])
})
