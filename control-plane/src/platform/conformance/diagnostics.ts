import { expect } from 'vitest'
import { onSite } from './bed.ts'
import { bgpPeer, MD5_SECRET, newId, portSpec, systemDocument, USER_DATA_SECRET } from './declared.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'

/** Support data. */
export function describeDiagnostics(under: PlatformUnderTest): void {
  const test = onSite(under)

  test('are files with paths of their own', async (bed) => {
    const files = await bed.platform.diagnostics.gather(newId())
    const paths = files.map(({ path }) => path)
    expect(paths).not.toEqual([])
    expect(new Set(paths).size).toBe(paths.length)
    for (const path of paths) {
      expect(path).toMatch(/^[\w.-]+(\/[\w.-]+)*$/)
      expect(path.split('/')).not.toContain('..')
    }
  })

  test('have no secrets', async (bed) => {
    const { spec } = await bed.machine()
    const [port] = (await bed.platform.hardware.inventory()).switches[0]?.ports ?? []
    const ports = port ? [portSpec(newId(), port, [bgpPeer('198.51.100.1')])] : []
    await bed.platform.systemNetwork.ensure(systemDocument(2, { ports }))
    const text = JSON.stringify(await bed.platform.diagnostics.gather(newId()))
    const encoded = Buffer.from(spec.userData).toString('base64')
    for (const secret of [USER_DATA_SECRET, encoded, MD5_SECRET]) expect(text).not.toContain(secret)
  })

  test('are gathered while a part of the platform does not answer', async (bed) => {
    const { isolateSled } = bed.site.controls
    const [sledId] = await bed.reachableSledIds()
    await isolateSled?.(sledId!)
    expect(await bed.platform.diagnostics.gather(newId())).not.toEqual([])
  })
}
