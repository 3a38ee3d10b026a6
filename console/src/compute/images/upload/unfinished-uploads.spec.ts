import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberUpload, unfinishedUploads } from './unfinished-uploads.ts'

const things = { project: 'web', disk: 'tmp-for-image-1', snapshot: 'tmp-snapshot-1' }

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** What a tab with modules of its own finds: a duplicate, or another. */
async function foundElsewhere() {
  vi.resetModules()
  const other = await import('./unfinished-uploads.ts')
  return other.unfinishedUploads('web')
}

test('an upload that runs is unfinished to no tab', async () => {
  const end = rememberUpload(things, 'debian')
  expect(await unfinishedUploads('web')).toEqual([])
  expect(await foundElsewhere()).toEqual([])
  end(true)
})

test('one that left something behind is found once it has ended, in its project alone', async () => {
  rememberUpload(things, 'debian')(false)
  await expect.poll(foundElsewhere).toEqual([{ ...things, image: 'debian' }])
  expect(await unfinishedUploads('other')).toEqual([])
})

test('one that ended clean is forgotten', async () => {
  rememberUpload(things, 'debian')(true)
  expect(await foundElsewhere()).toEqual([])
})
