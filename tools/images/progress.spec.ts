import { expect, it } from 'vitest'
import type { ImageFetch } from '../../contract/src/compute/image-fetches.ts'
import { showProgress } from './progress.ts'

const MIB = 2 ** 20
const fetchAt = (state: ImageFetch['state'], bytes_received: number, bytes_total?: number) =>
  ({ name: 'debian-13', state, bytes_received, bytes_total }) as ImageFetch

/** What is written of three reports of a download and one of its verification. */
function written(isTTY: boolean): string {
  let text = ''
  const progress = showProgress({ isTTY, write: (part) => (text += part) })
  progress.report(fetchAt('downloading', 0.5 * MIB))
  progress.report(fetchAt('downloading', 50 * MIB, 200 * MIB))
  progress.report(fetchAt('downloading', 50 * MIB, 200 * MIB))
  progress.report(fetchAt('verifying', 200 * MIB, 200 * MIB))
  progress.end()
  return text
}

it('rewrites one line of a terminal', () => {
  expect(written(true).split('\r\u001B[K')).toEqual([
    '',
    'Downloading debian-13: 1 MiB',
    'Downloading debian-13: 50 of 200 MiB (25 %)',
    'Verifying the checksum of debian-13\n',
  ])
})

it('writes a line for each state elsewhere', () => {
  expect(written(false)).toBe('Downloading debian-13\nVerifying the checksum of debian-13\n')
})
