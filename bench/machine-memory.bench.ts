import { readFile, readlink, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { scratchFolder } from './lib/bench-server.ts'
import { bootSector } from './lib/guest-image.ts'
import { hasPrograms, RealServer } from './lib/real-server.ts'
import { report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/** What real machines cost the server in memory: stopped ones, and as many running ones as the host has processors for. */
const STOPPED = size(100, 1)
const RUNNING = Math.min(size(20, 1), availableParallelism())
const MAX_MIB = 100

if (!hasPrograms()) process.exit()
const folder = await scratchFolder()
const image = await bootSector(folder)
const server = await RealServer.start()

/** MiB of the server and its helper that are no files: of neither PostgreSQL nor the machines. */
async function memory(): Promise<number> {
  const { pid } = server
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean)
  const programs = await Promise.all(children.map((child) => readlink(`/proc/${child}/exe`)))
  const helpers = children.filter((_, at) => programs[at] === process.execPath)
  let sum = 0
  for (const one of [pid, ...helpers]) {
    const [, kiB] = /^RssAnon:\s+(\d+) kB/m.exec(await readFile(`/proc/${one}/status`, 'utf8')) ?? []
    sum += Number(kiB) / 1024
  }
  return sum
}

const names = (kind: string, count: number) => Array.from({ length: count }, (_, at) => `${kind}-${at}`)

try {
  const imageId = await server.upload(image.path)
  const before = await memory()
  for (const name of names('stopped', STOPPED)) await server.create(name, imageId, { start: false })
  const stopped = (await memory()) - before
  for (const name of names('running', RUNNING)) await server.create(name, imageId)
  for (const name of names('running', RUNNING)) await server.hasWritten(name, image.prompt)
  const running = (await memory()) - before - stopped
  for (const [kind, count, more] of [
    ['stopped', STOPPED, stopped],
    ['running', RUNNING, running],
  ] as const)
    console.log(`        ${count} ${kind}: ${more.toFixed(0)} MiB, ${(more / count).toFixed(1)} each`)
  const more = stopped + running
  const what = `the server with ${STOPPED} stopped and ${RUNNING} running machines`
  const figure = `${more.toFixed(0)} MiB more than ${before.toFixed(0)}`
  report(what, figure, `at most ${MAX_MIB} MiB`, more <= MAX_MIB)
} finally {
  await server.close()
  await rm(folder, { recursive: true })
}
