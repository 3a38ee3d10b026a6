import { spawnSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { scratchFolder } from './server.ts'

/** Only a start that waits for ever takes so long. */
const LIMIT_MS = 120_000

/** A data folder, and a folder of root whose state must not change. */
export function hostileSite() {
  const scratch = scratchFolder()
  onTestFinished(() => scratch[Symbol.dispose]())
  chmodSync(scratch.path, 0o755)
  const [data, victim] = [join(scratch.path, 'data'), join(scratch.path, 'victim')]
  for (const folder of [data, victim]) mkdirSync(folder)
  writeFileSync(join(victim, 'file'), 'secret')
  const state = () => [
    ...['.', ...readdirSync(victim)].map((name) => {
      const { uid, mode, ino, ctimeMs } = lstatSync(join(victim, name))
      return { name, uid, mode, ino, ctimeMs }
    }),
    readFileSync(join(victim, 'file'), 'utf8'),
  ]
  return { scratch: scratch.path, data, victim, state }
}

/** What root finds where another user has put something else than a plain file. */
export const REFUSED = 'PATH is no file, but a link or something else: remove it$'

/** What a process of root did at each place, where PATH stands for the path of the place, and what it did to others. */
export function attempt(worker: string, kind: string) {
  const { data, victim, state } = hostileSite()
  const before = state()
  const { stdout, stderr, error } = spawnSync(process.execPath, [worker, kind, data, victim], {
    encoding: 'utf8',
    timeout: LIMIT_MS,
  })
  const lines = stdout.trim().split('\n')
  const outcomes = lines.map((line) => {
    const [place = '', outcome = ''] = line.split(/: (.*)/)
    return [place, outcome.replace(join(realpathSync(data), encodeURIComponent(place), place), 'PATH')]
  })
  const harm = { leaked: stdout.includes('secret'), changed: !isDeepStrictEqual(state(), before) }
  return { error, stderr, outcomes: Object.fromEntries(outcomes) as Record<string, string>, harm }
}

/** An attempt without harm. @param outcomes patterns by place */
export const harmless = (outcomes: Record<string, string>): ReturnType<typeof attempt> => ({
  error: undefined,
  stderr: '',
  outcomes: Object.fromEntries(
    Object.entries(outcomes).map(([place, outcome]) => [place, expect.stringMatching(`^${outcome}`)]),
  ),
  harm: { leaked: false, changed: false },
})
