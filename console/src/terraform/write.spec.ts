import { afterEach, expect, it, vi } from 'vitest'
import { writeCode } from './write.ts'

afterEach(() => vi.unstubAllGlobals())

it('starts no worker for what is cancelled already', () => {
  const worker = vi.fn<() => void>()
  vi.stubGlobal('Worker', worker)
  expect(() => writeCode({ entries: [] }, AbortSignal.abort(new Error('cancelled')))).toThrow('cancelled')
  expect(worker).not.toHaveBeenCalled()
})
