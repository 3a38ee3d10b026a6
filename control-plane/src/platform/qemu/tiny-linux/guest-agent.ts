import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { runProgram } from '../base/run-program.ts'
import { cpioArchive, type CpioFile } from './cpio-archive.ts'

/** Starts the agent on the port with its name. It reports on the serial port when file systems are frozen and thawed. */
const serviceScript = `#!/bin/sh
insmod /agent/virtio_console.ko
for port in /sys/class/virtio-ports/*; do
  grep -q guest_agent $port/name && /agent/qemu-ga -d -p /dev/\${port##*/} -f /tmp/agent.pid -t /tmp -F/agent/hook
done
`
const hookScript = `#!/bin/sh
echo "file systems: $1" >/dev/ttyS0
`
const release = 'PRETTY_NAME="Tiny Linux 1"\n'

/**
 * The image of a tiny Linux with QEMU's guest agent, from Debian's package, and the host's libraries.
 * @param image of the tiny Linux without an agent
 */
export async function withGuestAgent(image: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'tiny-agent-'))
  try {
    const [copy, initrd] = [join(folder, 'image'), join(folder, 'initrd')]
    await writeFile(copy, await readFile(image))
    await runProgram('mcopy', ['-i', copy, '::initrd', initrd])
    // Linux unpacks concatenated archives one after the other.
    const more = gzipSync(cpioArchive(await agentFiles(folder)), { level: 9 })
    await writeFile(initrd, Buffer.concat([await readFile(initrd), more]))
    await runProgram('mcopy', ['-o', '-i', copy, initrd, '::initrd'])
    return await readFile(copy)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function agentFiles(folder: string): Promise<CpioFile[]> {
  const unpacked = join(folder, 'unpacked')
  const { stdout } = await runProgram('apt-cache', [
    'depends',
    '--no-recommends',
    '--no-suggests',
    'linux-image-cloud-amd64',
  ])
  const kernel = /linux-image-\d\S*/.exec(stdout)![0]
  await runProgram('apt-get', ['download', '-qq', 'qemu-guest-agent', kernel], { cwd: folder })
  for (const name of await readdir(folder))
    if (name.endsWith('.deb')) await runProgram('dpkg-deb', ['-x', join(folder, name), unpacked])
  const agent = join(unpacked, 'usr/sbin/qemu-ga')
  const modules = await readdir(join(unpacked, 'lib/modules'), { recursive: true })
  const module = modules.find((path) => path.endsWith('/virtio_console.ko'))!
  const script = (path: string, text: string) => ({ path, bytes: Buffer.from(text) })
  return withFolders([
    { path: 'agent/qemu-ga', bytes: await readFile(agent) },
    { path: 'agent/virtio_console.ko', bytes: await readFile(join(unpacked, 'lib/modules', module)) },
    script('agent/hook', hookScript),
    script('etc/start/agent', serviceScript),
    script('etc/os-release', release),
    ...(await librariesOf(agent)),
  ])
}

/** Libraries at the paths where the program looks for them. */
async function librariesOf(program: string): Promise<CpioFile[]> {
  const { stdout } = await runProgram('ldd', [program])
  const paths = [...stdout.matchAll(/\/\S+\.so\S*/g)].map(([path]) => path)
  return Promise.all(paths.map(async (path) => ({ path: path.slice(1), bytes: await readFile(path) })))
}

function withFolders(files: readonly CpioFile[]): CpioFile[] {
  const folders = new Set<string>()
  for (const { path } of files)
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder)
  return [...[...folders].toSorted().map((path) => ({ path })), ...files]
}
