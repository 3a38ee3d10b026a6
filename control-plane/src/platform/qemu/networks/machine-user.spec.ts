import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { asUser } from '../machines/machine-user.ts'
import { canMakeNetworks, NetnsBed } from './testing/netns-bed.ts'
import { smallVpc } from './testing/small-vpc.ts'

const run = promisify(execFile)
const GATEWAY = '172.30.0.1'
const SEND = `
  const socket = require('node:dgram').createSocket('udp4')
  socket.send('x', 53, process.argv[1], (error) => (console.log(error?.code ?? 'sent'), socket.close()))`

test.runIf(await canMakeNetworks())('a process of a machine has no network beside its guest', async () => {
  const bed = await NetnsBed.open()
  onTestFinished(() => bed.close())
  const vpc = smallVpc(1, 1)
  await bed.networks().restore([vpc])
  const send = async (as: readonly string[], to: string) => {
    const program = [...as, process.execPath, '-e', SEND, to]
    return (await run('ip', ['netns', 'exec', bed.namespaceOf(vpc), ...program], { cwd: '/' })).stdout.trim()
  }
  const machine = asUser(1_900_000_000, null)
  for (const to of ['127.0.0.1', GATEWAY, '172.30.0.5']) {
    expect(await send([], to)).toBe('sent')
    expect(await send(machine, to)).toBe('EPERM')
  }
})
