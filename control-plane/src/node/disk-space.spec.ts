import { expect, test } from 'vitest'
import { fullDisk } from './disk-space.ts'
import { healthRoutes } from './ops.ts'
import { scratchFolder } from './testing/server.ts'

test('a disk that is full shows in readyz, with its path for operators alone', async () => {
  using folder = scratchFolder()
  const failing = () => fullDisk(folder.path, Number.MAX_SAFE_INTEGER)
  const ready = (detail: boolean) => healthRoutes({ failing }, { detail }).request('/_ops/readyz')
  const [operator, everybody] = [await ready(true), await ready(false)]
  expect([operator.status, everybody.status]).toEqual([503, 503])
  expect(await operator.text()).toMatch(/^disk: \d+ MiB are free in \S+, of \d+ MiB needed\n$/)
  expect(await everybody.text()).toBe('not ready\n')
  expect(await fullDisk(folder.path)).toEqual({})
})
