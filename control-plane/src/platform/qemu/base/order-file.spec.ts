import { execFile } from 'node:child_process'
import { mkdtemp, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { OrderFile } from './order-file.ts'

const command = promisify(execFile)

test.runIf(process.getuid?.() === 0)('orders are read and raised where no room is left', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orders-'))
  await command('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
  onTestFinished(async () => {
    await command('umount', ['--lazy', folder])
    await rmdir(folder)
  })
  const path = join(folder, 'orders')
  await new OrderFile(path).append('disk', 7)
  await expect(writeFile(join(folder, 'other'), Buffer.alloc(2 ** 17))).rejects.toMatchObject({ code: 'ENOSPC' })

  const orders = new OrderFile(path)
  expect(await orders.read()).toEqual(new Map([['disk', 7]]))
  await orders.append('disk', 8)
})
