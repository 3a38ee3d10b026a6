import type { InstanceSpec } from '../interface/instances.ts'

const pad = (number: number) => String(number).padStart(2, '0')
const clockTime = (at: Date) => `${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())}`

/** The lines that a machine writes while it boots. */
export function bootText({ hostname, ncpus, memoryBytes, volumes, nics }: InstanceSpec): string[] {
  const at = (index: number, text: string) => `[${(index * 0.17).toFixed(6).padStart(12)}] ${text}`
  return [
    'Starting firmware ...',
    `Boot device: ${volumes.find((volume) => volume.boot)?.name ?? volumes[0]?.name ?? 'none'}`,
    'Loading kernel ...',
    ...[
      'Kernel started on a simulated machine',
      `Memory: ${Math.round(memoryBytes / 2 ** 20)} MiB available`,
      `CPU: ${ncpus} online`,
      'Serial port ttyS0 at 115200 baud',
      ...volumes.map((volume, slot) => `nvme${slot}n1: disk "${volume.name}"`),
      ...nics.map((nic, slot) => `eth${slot}: ${nic.mac.toLowerCase()}`),
      'Root file system mounted',
    ].map((text, index) => at(index + 1, text)),
    '[  OK  ] Reached target network',
    '[  OK  ] Started remote shell server',
    `[  OK  ] Set hostname to ${hostname}`,
    '',
  ]
}

export function uptimeText(bootedAt: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - bootedAt.getTime()) / 60_000)
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  const up = `${days ? `${days} days, ` : ''}${hours}:${pad(minutes % 60)}`
  return ` ${clockTime(now)} up ${up}, 1 user, load average: 0.08, 0.12, 0.09`
}

export function interfacesText({ nics }: InstanceSpec): string {
  const loopback = ['1: lo: <LOOPBACK,UP>', '    inet 127.0.0.1/8 scope host lo']
  const others = nics.flatMap((nic, slot) => [
    `${slot + 2}: eth${slot}: <BROADCAST,MULTICAST,UP>`,
    `    link/ether ${nic.mac.toLowerCase()}`,
    `    inet ${nic.ip}/${nic.prefixLength} scope global eth${slot}`,
  ])
  return [...loopback, ...others].join('\n')
}

/** The line that a machine writes every minute. */
export const minuteText = ({ hostname }: InstanceSpec, bootedAt: Date, now: Date): string =>
  `[${((now.getTime() - bootedAt.getTime()) / 1000).toFixed(6).padStart(12)}] ${hostname}: all is well at ${clockTime(now)}`

export const panicText = 'Kernel panic - not syncing: asked for by the user\n---[ end of panic ]---'

/** Lines that are copied together. Consecutive blocks differ only in the digits before the last two. */
const BLOCK_LINES = 100

/** A line for each number of a range. Copies blocks of lines and changes digits, since formatting each number is slow. */
export function countingLines(first: number, last: number): Uint8Array {
  const bytes = new Uint8Array((last - first + 1) * (String(last).length + 2))
  let at = 0
  for (let number = first; number <= last;) {
    const line = `${number}\r\n`
    const canCopy = number % BLOCK_LINES === 0 && number - BLOCK_LINES >= first && number + BLOCK_LINES - 1 <= last
    const earlier = canCopy ? `${number - BLOCK_LINES}\r\n` : ''
    if (earlier.length === line.length) {
      const size = BLOCK_LINES * line.length
      bytes.copyWithin(at, at - size, at)
      for (let place = line.length - 5; line[place] !== earlier[place]; place--)
        for (let row = at + place; row < at + size; row += line.length) bytes[row] = line.charCodeAt(place)
      at += size
      number += BLOCK_LINES
    } else {
      for (let place = 0; place < line.length; place++) bytes[at++] = line.charCodeAt(place)
      number++
    }
  }
  return bytes.subarray(0, at)
}
