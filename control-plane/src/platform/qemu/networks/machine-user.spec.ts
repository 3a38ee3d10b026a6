import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { asUser } from '../machines/machine-user.ts'
import { canMakeNetworks, NetnsBed } from './testing/netns-bed.ts'
import { smallVpc } from './testing/small-vpc.ts'

const run = promisify(execFile)
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
  const machine = asUser(1_900_000_000, null)
  for (const to of ['127.0.0.1', GATEWAY, '172.30.0.5']) {
    expect(await send([], to)).toBe('sent')
    expect(await send(machine, to)).toContain('Operation not permitted')
  }
})
