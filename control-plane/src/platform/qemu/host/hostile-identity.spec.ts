import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { attempt, harmless, REFUSED } from '../../../node/testing/hostile-places.ts'
import { PLANTS } from '../../../node/testing/plant.ts'

const worker = fileURLToPath(new URL('hostile-identity.worker.ts', import.meta.url))

test.runIf(process.getuid?.() === 0).each(Object.keys(PLANTS))(
  'the identity of the host is neither read nor written by %s that another user has put in its place',
  (kind) => {
    const [made, found] = kind === 'a folder' ? ['.* is a directory', 'done$'] : ['done$', 'PATH is not of user']
    const outcomes = { qemu: found, 'qemu/host.json': REFUSED, 'qemu/host.json.draft': made }
    expect(attempt(worker, kind)).toEqual(harmless(outcomes))
  },
)
