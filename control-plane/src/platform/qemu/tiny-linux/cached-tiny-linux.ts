import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '../base/run-program.ts'
import * as scripts from './guest-scripts.ts'
import { WANTED } from './kernel-modules.ts'
import { buildTinyLinux } from './tiny-linux.ts'

/** Debian's kernel for clouds: it has the drivers of virtual machines, and is half as large. */
const KERNEL = 'linux-image-cloud-amd64'

/** Builds the image once in that folder: later calls find it. Needs no rights, only Debian's package tools. */
export async function cachedTinyLinux(folder: string): Promise<string> {
  const version = createHash('sha256')
    .update(JSON.stringify([scripts, WANTED]))
    .digest('hex')
    .slice(0, 8)
  const path = join(folder, `skerry-tiny-linux-${version}.raw`)
  if (await stat(path).catch(() => undefined)) return path
  await mkdir(folder, { recursive: true })
  const work = await mkdtemp(join(folder, 'building-'))
  try {
    const { stdout } = await runProgram('apt-cache', ['depends', '--no-recommends', '--no-suggests', KERNEL])
    const [kernel] = /linux-image-\d\S*/.exec(stdout) ?? []
    if (!kernel) throw new Error(`The package lists have no ${KERNEL}: run apt-get update`)
    await runProgram('apt-get', ['download', '-qq', kernel], { cwd: work })
    const [downloaded] = await readdir(work)
    const image = join(work, 'image')
    await buildTinyLinux(join(work, downloaded!), image)
    await rename(image, path)
  } finally {
    await rm(work, { recursive: true })
  }
  return path
}
