import { describe, expect } from 'vitest'
import { type Bed, onSite } from './bed.ts'
import { newId, vpcDocument } from './declared.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'

/** More than the callers of a busy control plane. */
const GENERATIONS = 32

/** VPC documents and their generations. */
export function describeNetworks(under: PlatformUnderTest): void {
  const test = onSite(under)
  const inForce = async (bed: Bed, id: string) => bed.site.controls.vpcInForce(id)

  test('a document is in force once its call resolves, until a later one is', async (bed) => {
    const id = newId()
    for (const generation of [1, 2, 10]) {
      await bed.platform.networks.ensureVpc(vpcDocument(id, generation))
      expect(await inForce(bed, id)).toBe(generation)
    }
  })

  test('an older document is ignored, and its call resolves', async (bed) => {
    const id = newId()
    await bed.platform.networks.ensureVpc(vpcDocument(id, 5))
    await bed.platform.networks.ensureVpc(vpcDocument(id, 4))
    expect(await inForce(bed, id)).toBe(5)
  })

  test('of documents that arrive at once, in any order, the latest is in force', async (bed) => {
    const id = newId()
    const generations = Array.from({ length: GENERATIONS }, (_, at) => 1 + ((at * 13) % GENERATIONS))
    await Promise.all(generations.map((generation) => bed.platform.networks.ensureVpc(vpcDocument(id, generation))))
    expect(await inForce(bed, id)).toBe(GENERATIONS)
  })

  test('documents of different VPCs do not touch each other', async (bed) => {
    const ids = Array.from({ length: GENERATIONS }, newId)
    await Promise.all(ids.map((id, at) => bed.platform.networks.ensureVpc(vpcDocument(id, at + 1))))
    await bed.platform.networks.deleteVpc(ids[3]!)
    for (const [at, id] of ids.entries()) expect(await inForce(bed, id)).toBe(at === 3 ? undefined : at + 1)
  })

  test('a document whose wait was aborted does not come back after the deletion', async (bed) => {
    const id = newId()
    const [abort, reason] = [new AbortController(), new Error('The caller has left')]
    const first = bed.platform.networks.ensureVpc(vpcDocument(id, 1), abort.signal)
    abort.abort(reason)
    await expect(first).rejects.toBe(reason)
    await bed.platform.networks.deleteVpc(id)
    expect(await inForce(bed, id)).toBeUndefined()
  })

  test('a deleted VPC can be declared again', async (bed) => {
    const id = newId()
    await bed.platform.networks.ensureVpc(vpcDocument(id, 5))
    await bed.platform.networks.deleteVpc(id)
    await bed.platform.networks.ensureVpc(vpcDocument(id, 6))
    expect(await inForce(bed, id)).toBe(6)
  })

  describe('after the end of the process', () => {
    test('the restored document is in force, and an older one is ignored', async (bed) => {
      const document = vpcDocument(newId(), 5)
      await bed.platform.networks.ensureVpc(document)
      bed.desired = { ...bed.desired, vpcs: [document] }
      await bed.restart('killed')
      expect(await inForce(bed, document.id)).toBe(5)
      await bed.platform.networks.ensureVpc(vpcDocument(document.id, 4))
      expect(await inForce(bed, document.id)).toBe(5)
      expect(bed.events).toEqual([])
    })

    test('a document that was restored later than it was declared is in force', async (bed) => {
      const document = vpcDocument(newId(), 5)
      await bed.platform.networks.ensureVpc(document)
      bed.desired = { ...bed.desired, vpcs: [vpcDocument(document.id, 7)] }
      await bed.restart('killed')
      expect(await inForce(bed, document.id)).toBe(7)
    })
  })
}
