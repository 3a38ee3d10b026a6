import type { NetnsBed } from './netns-bed.ts'

/** Answers each question with an address, and prints the client's address. */
export const DNS_SERVER = `
  const server = require('dgram').createSocket('udp4')
  server.on('message', (question, { address, port }) => {
    const head = Buffer.from(question.subarray(0, 12))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(1, 6)
    head.writeUInt32BE(0, 8)
    const end = question.indexOf(0, 12) + 5
    const answer = Buffer.from('c00c00010001000000000004c000024d', 'hex')
    server.send(Buffer.concat([head, question.subarray(12, end), answer]), port, address)
    console.log(address)
  })
  server.bind(53, () => console.log('up'))`

/** The addresses of a name in a namespace, or the code of the error; by default from the VPC's own server. */
export async function resolveName(
  bed: NetnsBed,
  namespace: string,
  name: string,
  options = {},
  server = '172.30.0.1',
): Promise<string> {
  const lines = await bed.script(
    namespace,
    `const { Resolver } = require('dns/promises'); const one = new Resolver(${JSON.stringify(options)})
     one.setServers(['${server}'])
     one.resolve4('${name}').then((all) => console.log(all.join()), (error) => console.log(error.code))`,
  )
  return (await lines.next()).value as string
}
