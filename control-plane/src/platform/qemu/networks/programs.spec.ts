import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Namespace, command } from './commands.ts'
import { dnsmasqAccount } from './dnsmasq-process.ts'
import { dnsmasqOf } from './dnsmasq.ts'
import { edgeTableOf } from './edge.ts'
import { nftablesOf } from './nftables.ts'
import { planNetwork } from './plan.ts'
import { documents } from './testing/documents.ts'
import { canMakeNetworks, NetnsBed } from './testing/netns-bed.ts'
import { smallVpc, withFloating, withRule } from './testing/small-vpc.ts'

const SEED = Number(process.env.SKERRY_FUZZ_SEED ?? 1)
const EPOCH = /ct mark set (\d+) accept/

test('another rule, address or route is another set of rules, and another generation alone is not', () => {
  const epoch = (document: ReturnType<typeof smallVpc>) => EPOCH.exec(nftablesOf(planNetwork(document)))![1]
  const [small, again] = [smallVpc(1, 1), smallVpc(1, 2)]
  expect(epoch(again)).toBe(epoch(small))
  for (const other of [withRule(small, {}), withFloating(small), { ...small, routes: small.routes.slice(1) }])
    expect(epoch(other)).not.toBe(epoch(small))
})

const NOBODY = { user: 'nobody', group: 'nogroup' }

test('dnsmasq gets the addresses and names of the document, and no others', () => {
  const { configuration, dhcpHosts, dnsHosts } = dnsmasqOf(planNetwork(smallVpc(1, 1)), '/run/vpc', NOBODY, [
    '192.0.2.53',
  ])
  expect(dhcpHosts).toBe('a8:40:25:00:01:01,172.30.0.5\na8:40:25:00:01:02,172.30.0.6\n')
  expect(dnsHosts).toBe('172.30.0.6 db.default\n')
  const lines = configuration.split('\n')
  expect(lines).toContain('dhcp-range=172.30.0.0,static,255.255.252.0,1h')
  expect(lines).toContain('server=192.0.2.53')
  expect(lines).toContain('dhcp-ignore=tag:!known')
})

test('an account of dnsmasq that was not found is looked for again', async () => {
  vi.resetModules()
  const { dnsmasqAccount: find } = await import('./dnsmasq-process.ts')
  vi.stubEnv('PATH', '/nonexistent')
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(find()).rejects.toThrow('ENOENT')
  vi.unstubAllEnvs()
  expect(await find()).toEqual(await dnsmasqAccount())
})

describe.runIf(await canMakeNetworks())('Programs', () => {
  let bed: NetnsBed
  let folder: string
  beforeEach(async () => {
    bed = await NetnsBed.open()
    folder = await mkdtemp(join(tmpdir(), 'skerry-dnsmasq-'))
  })
  afterEach(async () => {
    await bed.close()
    await rm(folder, { recursive: true })
  })

  test('nft and dnsmasq take what any document leads to', async () => {
    const check = async (text: string) =>
      expect(await new Namespace(bed.host).run('nft', ['-c', '-f', '-'], text)).toBe('')
    const resolving = { resolvers: ['192.0.2.53', '192.0.2.54'], asker: '241.0.0.1' }
    const alone = { host: [], gateways: [], resolving: undefined }
    const around = { host: ['192.0.2.1'], gateways: ['192.0.2.2', '192.0.2.3'], resolving }
    for (const document of fc.sample(documents, { seed: SEED, numRuns: 20 })) {
      const plan = planNetwork(document)
      await check(nftablesOf(plan))
      for (const one of [alone, around]) await check(edgeTableOf([plan], one))
      const file = join(folder, 'dnsmasq.conf')
      await writeFile(file, dnsmasqOf(plan, folder, await dnsmasqAccount()).configuration)
      await command('dnsmasq', ['--test', `--conf-file=${file}`])
    }
  })
})
