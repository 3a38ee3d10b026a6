import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readProcess } from '../base/process-id.ts'
import { MachineFolder } from '../machines/record/machine-folder.ts'
import { command } from '../networks/commands.ts'
import { canMakeNetworks, NetnsBed } from '../networks/testing/netns-bed.ts'
import { createInstance, GuestShell, ordinaryServer } from '../testing/ordinary-user.ts'
import { isShort } from '../testing/short-form.ts'
import { cachedTinyLinux } from '../tiny-linux/cached-tiny-linux.ts'

const LIMIT_MS = 240_000
const ECHO = 7000
const [PEER, HOST, LINK_LOCAL, PRIVATE] = ['203.0.113.5', '203.0.113.1', '169.254.77.5', '10.77.0.5']
const RESOLVER = '127.0.0.153'

/** A machine beside this host that echoes at an address of the internet, a private one and one of the link. */
async function peer(): Promise<void> {
  const bed = await NetnsBed.open()
  onTestFinished(() => bed.close())
  const [namespace, link] = [`${bed.tag}-lan`, `sk-${bed.tag}`]
  await command('ip', ['netns', 'add', namespace])
  await command('ip', ['link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace])
  const addresses = [PEER, LINK_LOCAL, PRIVATE]
  await bed.ip(
    namespace,
    'link set lo up',
    'link set eth0 up',
    ...addresses.map((one) => `address add ${one}/32 dev eth0`),
  )
  await bed.ip(namespace, `route add ${HOST}/32 dev eth0`)
  await command('ip', ['address', 'add', `${HOST}/32`, 'dev', link])
  await command('ip', ['link', 'set', link, 'up'])
  for (const one of addresses) await command('ip', ['route', 'add', `${one}/32`, 'dev', link, 'src', HOST])
  await bed.echo(namespace, ECHO)
}

/** A DNS server on this host's loopback, for which each name is the peer's. */
async function resolver(): Promise<void> {
  const server = createSocket('udp4')
  onTestFinished(() => void server.close())
  server.on('message', (query, from) => {
    const isA = query.readUInt16BE(query.indexOf(0, 12) + 1) === 1
    const header = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0])
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const address = PEER.split('.').map(Number)
    const answer = isA ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address]) : Buffer.alloc(0)
    server.send(Buffer.concat([header, question, answer]), from.port, from.address)
  })
  server.bind(53, RESOLVER)
  await once(server, 'listening')
}

/** What a server writes first, or echoes; `nothing` without an answer. */
const talk = (port: number, host: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ port, host }, () => socket.write('hello'))
    socket.setTimeout(20_000, () => socket.destroy())
    socket.on('data', (data) => resolve((socket.destroy(), data.toString().trim())))
    socket.on('error', () => {})
    socket.on('close', () => resolve('nothing'))
  })

/** A server of this host that counts its clients. */
async function service(host: string): Promise<{ port: number; clients: () => number }> {
  let clients = 0
  const server = createServer((socket) => (clients++, socket.on('error', () => {}).end('hello\n')))
  onTestFinished(() => void server.close())
  server.listen(0, host)
  await once(server, 'listening')
  return { port: (server.address() as { port: number }).port, clients: () => clients }
}

/** Socket of each program of a machine's network. */
const socketsOf = async (id: string): Promise<string[]> =>
  (await readdir('/proc')).flatMap((pid) => {
    const texts = readProcess(Number(pid), 'cmdline').split('\0')
    return texts.find((text) => text.endsWith(`/${id}.sock`)) ?? []
  })

test.runIf(await canMakeNetworks())(
  'a machine of an ordinary user has a way out, a port that leads to it, and no way to the host',
  async () => {
    await peer()
    await resolver()
    const { running, data } = await ordinaryServer(RESOLVER)
    await running.start()
    expect(running.process.output()).toContain('machines reach the internet by passt')
    const id = await createInstance(running, await cachedTinyLinux(tmpdir()))
    const guest = await GuestShell.open(running, id, LIMIT_MS)
    await expect
      .poll(() => guest.run('ip -4 -o addr show eth0'), { timeout: LIMIT_MS })
      .toMatch(/inet 172\.30\.0\.5\/22 /)

    /** Those of these addresses with a port that answer, all of them tried at once. Not all connections end by themselves. */
    const reached = (places: readonly string[]) =>
      guest.run(
        `for place in ${places.join(' ')}; do (echo hello | timeout 20 nc -w 5 ${'${place%:*}'} ${'${place#*:}'} | grep -q . && echo "<$place>") & done; wait`,
      )
    expect(await reached([`${PEER}:${ECHO}`])).toContain(`<${PEER}:${ECHO}>`)
    expect(await guest.run('nslookup peer.test')).toContain(PEER)

    const services = [await service('0.0.0.0'), await service('127.0.0.1')]
    const { address, ops } = running.access
    const ports = [...services.map(({ port }) => port), ...[address, ops].map((url) => Number(new URL(url).port))]
    const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
    const hosts = own.filter(({ family }) => family === 'IPv4').map((one) => one.address)
    const others = ['172.30.0.1', '198.18.0.1', '198.18.0.2', RESOLVER]
    const onHost = [...new Set([...hosts, ...others])].flatMap((host) => ports.map((port) => `${host}:${port}`))
    for (const host of [LINK_LOCAL, PRIVATE]) expect(await talk(ECHO, host)).toBe('hello')
    expect(await reached([...onHost, `${LINK_LOCAL}:${ECHO}`, `${PRIVATE}:${ECHO}`])).not.toContain('<')
    expect(services.map(({ clients }) => clients())).toEqual([0, 0])

    const machine = new MachineFolder(join(data, 'qemu', 'machines', id))
    const { run } = await machine.readState()
    await guest.run('while :; do echo from-guest | nc -l -p 22 >/dev/null; done & true')
    const { items } = await running.ok('GET', `instances/${id}/port-forwards`)
    expect(items).toEqual([{ host_ip: '127.0.0.1', host_port: run!.sshPort, instance_port: 22 }])
    const forwarded = () => talk(run!.sshPort!, '127.0.0.1')
    await expect.poll(forwarded, { timeout: LIMIT_MS }).toBe('from-guest')
    if (isShort) return

    await running.kill()
    await running.start()
    await expect.poll(forwarded, { timeout: LIMIT_MS }).toBe('from-guest')

    process.kill(run!.network!.pid, 'SIGKILL')
    const forwards = async () => (await running.ok('GET', `instances/${id}/port-forwards`)).items
    await expect.poll(forwards, { timeout: LIMIT_MS }).toEqual([])
    const past = async () => (await running.ok('GET', `projects/real/history?target=${id}`)).items[0].operation
    await expect.poll(past, { timeout: LIMIT_MS }).toBe('instance_network_lost')
    const state = async () => (await running.ok('GET', `instances/${id}`)).run_state
    expect(await state()).toBe('running')
    await running.ok('POST', `instances/${id}/stop`)
    await expect.poll(state, { timeout: LIMIT_MS }).toBe('stopped')
    await expect.poll(() => socketsOf(id), { timeout: LIMIT_MS }).toEqual([])
    await running.ok('POST', `instances/${id}/start`)
    await expect.poll(forwards, { timeout: LIMIT_MS }).toEqual(items)

    const [socket] = await socketsOf(id)
    // AppArmor lets passt write there, and not in every data folder.
    expect(socket).toMatch(/^\/tmp\/skerry-passt-\w+\//)
    const again = (await machine.readState()).run
    process.kill(again!.process!.pid, 'SIGKILL')
    const restarted = async () => (await machine.readState()).run
    await expect.poll(async () => (await restarted())?.runId, { timeout: LIMIT_MS }).not.toBe(again!.runId)
    await expect.poll(async () => (await restarted())?.process, { timeout: LIMIT_MS }).toBeTruthy()
    expect((await restarted())!.sshPort).toBe(run!.sshPort)
    await running.ok('POST', `instances/${id}/stop`)
    await expect.poll(() => socketsOf(id), { timeout: LIMIT_MS }).toEqual([])
    const left = () => readdir(dirname(socket!)).catch(({ code }) => code)
    await expect.poll(left, { timeout: LIMIT_MS }).toBe('ENOENT')
    expect(await readFile(machine.file('networkLog'), 'utf8')).not.toContain('rror')
  },
  3 * LIMIT_MS,
)
