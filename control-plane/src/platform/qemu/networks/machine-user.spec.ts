import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { asUser, userRanges } from '../machines/users/machine-user.ts'
import { dnsmasqAccount } from './dnsmasq-process.ts'
import { canMakeNetworks, NetnsBed } from './testing/netns-bed.ts'
import { smallVpc } from './testing/small-vpc.ts'

const run = promisify(execFile)
/** Of the last range: no data folder of this host has it, so no machine's end ends what runs as it. */
const MACHINE = userRanges.at(-1)!.first
const GATEWAY = '172.30.0.1'
/** Without Node, which a machine's user may not be able to reach. */
const SEND = 'echo x > /dev/udp/$0/53 && echo sent || true'

test.runIf(await canMakeNetworks())('a process of a machine has no network beside its guest', async () => {
  const bed = await NetnsBed.open()
  onTestFinished(() => bed.close())
  const vpc = smallVpc(1, 1)
  await bed.networks().restore([vpc])
  const send = async (as: readonly string[], to: string) => {
    const program = [...as, 'bash', '-c', SEND, to]
    const { stdout, stderr } = await run('ip', ['netns', 'exec', bed.namespaceOf(vpc), ...program], { cwd: '/' })
    return stdout.trim() || stderr
  }
  const machine = asUser(MACHINE, null)
  for (const to of ['127.0.0.1', GATEWAY, '172.30.0.5']) {
    expect(await send([], to)).toBe('sent')
    expect(await send(machine, to)).toContain('Operation not permitted')
  }
})

test.runIf(await canMakeNetworks())('what is in the folder of VPCs is read by root and dnsmasq alone', async () => {
  const bed = await NetnsBed.open()
  onTestFinished(() => bed.close())
  const vpc = smallVpc(1, 1)
  await bed.networks().restore([vpc])
  const file = (name: string) => join(bed.folder, 'vpcs', vpc.id, name)
  const ofDnsmasq = ['leases', 'dnsmasq.conf', 'dhcp-hosts', 'dns-hosts']
  const read = async (name: string, as: readonly string[]) => {
    const [program, ...args] = [...as, 'cat', file(name)]
    return run(program!, args, { cwd: '/' }).then(
      ({ stdout }) => stdout,
      ({ stderr }: { stderr: string }) => stderr,
    )
  }
  const { user, group } = await dnsmasqAccount()
  const inItsGroup = (uid: string) => ['setpriv', `--reuid=${uid}`, `--regid=${group}`, '--clear-groups']
  expect(await read('dns-hosts', inItsGroup(user))).toContain('db.default')
  for (const name of [...ofDnsmasq, 'applied.json'])
    for (const as of [inItsGroup(`${MACHINE}`), asUser(MACHINE, null)])
      expect(await read(name, as), name).toContain('Permission denied')
})
