import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { choosePlatform } from '../../choice/choose-platform.ts'
import { hostResolvers, resolversOf, resolversText } from './resolvers.ts'

test("a host's resolvers are those of the first file that names one which others can ask", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'resolvers-'))
  const [stub, real] = [join(folder, 'stub'), join(folder, 'real')]
  await writeFile(stub, '# by systemd\nnameserver 127.0.0.53\nnameserver ::1\nsearch example.org\n')
  await writeFile(real, 'nameserver 2001:db8::53\nnameserver 192.0.2.53\n nameserver 192.0.2.1\nnameserver\t192.0.2.54')
  expect(await hostResolvers([join(folder, 'absent'), stub, real])).toEqual(['192.0.2.53', '192.0.2.54'])
  expect(await hostResolvers([real, stub])).toEqual(['192.0.2.53', '192.0.2.54'])
  expect(await hostResolvers([stub])).toEqual([])
  await rm(folder, { recursive: true })
})

test('a setting is taken as it is, also an empty one', async () => {
  expect(await resolversOf(['192.0.2.9'])).toEqual(['192.0.2.9'])
  expect(resolversText(await resolversOf([]))).toContain('no names outside of their VPCs')
})

const choose = (settings: Record<string, string>) => choosePlatform('qemu', (name) => settings[name])

test.each(['192.0.2.53', ' 192.0.2.53, 192.0.2.54 ', 'none'])('SKERRY_RESOLVERS can be "%s"', (SKERRY_RESOLVERS) => {
  expect(choose({ SKERRY_RESOLVERS, SKERRY_UPLINK: 'eth0' }).name).toBe('qemu')
})

test.each(['127.0.0.53', 'dns.example.org', '2001:db8::53', '192.0.2.53,', Array(9).fill('192.0.2.1').join()])(
  'SKERRY_RESOLVERS cannot be "%s"',
  (SKERRY_RESOLVERS) => {
    expect(() => choose({ SKERRY_RESOLVERS, SKERRY_UPLINK: 'eth0' })).toThrow(
      'SKERRY_RESOLVERS must be none or up to 8',
    )
  },
)

test('SKERRY_RESOLVERS needs an uplink, unless it is none', () => {
  expect(() => choose({ SKERRY_RESOLVERS: '192.0.2.53' })).toThrow('SKERRY_RESOLVERS needs SKERRY_UPLINK')
  expect(choose({ SKERRY_RESOLVERS: 'none' }).name).toBe('qemu')
})
