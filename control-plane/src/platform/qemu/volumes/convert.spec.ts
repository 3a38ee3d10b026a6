import { expect, test } from 'vitest'
import { PlatformError } from '../../interface/platform-error.ts'
import { asRefusal } from './convert.ts'

const OPENED = `qemu-img failed: qemu-img: Could not open 'json:{"driver":"qcow2"}': `
const READ = 'qemu-img failed: qemu-img: error while reading at byte 65536: '
const OF_DISK = ". The file may be damaged, or a disk of this server's host"

test.for([
  [`${OPENED}Image is not in VMDK format`, 'Image is not in VMDK format'],
  [`${OPENED}Could not read L1 table: Invalid argument`, 'Could not read L1 table: Invalid argument'],
  [`${READ}Invalid argument`, 'Invalid argument'],
  [`${READ}Input/output error`, `Input/output error${OF_DISK}`],
  [`${OPENED}Could not read header: Input/output error`, `Could not read header: Input/output error${OF_DISK}`],
] as const)('the message %s is about the image', ([message, reason]) => {
  const error = new PlatformError('permanent', message)
  expect(asRefusal(error)).toMatchObject({ kind: 'refused', message: `The image cannot be read: ${reason}` })
})

test.for([
  `${OPENED}Permission denied`,
  `${OPENED}Could not open '/proc/self/fd/3': Permission denied`,
  `${OPENED}Could not open '/proc/self/fd/3': Too many open files`,
  `${OPENED}Could not open '/proc/self/fd/3': Too many open files in system`,
  `${READ}Cannot allocate memory`,
  `${READ}Stale file handle`,
  'qemu-img failed: qemu-img: error while writing at byte 0: Input/output error',
  'qemu-img failed: it took longer than 5 ms',
])('the message %s is about the host', (message) => {
  const error = new PlatformError('permanent', message)
  expect(asRefusal(error)).toBe(error)
})
