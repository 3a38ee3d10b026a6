import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '../testing/server.ts'

const [ACCOUNT, OTHER] = [12_345, 54_321]
const RUN = `import(process.argv[1]).then(({ requireOwnCode }) => requireOwnCode({ uid: ${ACCOUNT}, gid: ${ACCOUNT} }, process.argv[2]))
  .catch(({ name, message }) => console.log(name + ': ' + message))`

/** A program whose code asks who may change it, in a folder that all may enter. */
function site() {
  const scratch = scratchFolder()
  onTestFinished(() => scratch[Symbol.dispose]())
  chmodSync(scratch.path, 0o755)
  const [parent, data] = [join(scratch.path, 'parent'), join(scratch.path, 'parent', 'program', '.skerry [1]')]
  const source = join(parent, 'program', 'control-plane', 'src')
  const code = join(source, 'node', 'rights')
  mkdirSync(data, { recursive: true })
  cpSync(fileURLToPath(new URL('../..', import.meta.url)), source, { recursive: true })
  const refusal = (environment: Record<string, string> = {}): string =>
    spawnSync(process.execPath, ['--eval', RUN, join(code, 'own-code.ts'), data], {
      env: { PATH: process.env['PATH'], ...environment },
      encoding: 'utf8',
      timeout: 120_000,
    }).stdout
  return { scratch: scratch.path, parent, program: join(parent, 'program'), data, code, refusal }
}

/** Whose a file or folder is, and what others may do with it. */
const foreign = [
  ['the user that the server becomes', ACCOUNT, 0, 0o755],
  ['another user', OTHER, 0, 0o755],
  ['its group', 0, ACCOUNT, 0o775],
  ['another group', 0, OTHER, 0o775],
  ['everybody', 0, 0, 0o757],
] as const

test.runIf(process.getuid?.() === 0).each(foreign)('%s may change nothing that root runs', (_, uid, gid, mode) => {
  const { parent, program, code, refusal } = site()
  expect(refusal()).toBe('')
  for (const [path, words] of [
    [join(code, 'trusted-path.ts'), 'may change'],
    [code, 'may change'],
    [program, 'may change'],
    [parent, 'may write to'],
  ] as const) {
    chownSync(path, uid, gid)
    chmodSync(path, mode)
    expect(refusal()).toContain(`StartupError: Other users than root ${words} ${path}`)
    chownSync(path, 0, 0)
    chmodSync(path, 0o755)
  }
  expect(refusal()).toBe('')
})

test.runIf(process.getuid?.() === 0)('code behind a link is what root runs, too', () => {
  const { scratch, program, refusal } = site()
  const elsewhere = join(scratch, 'elsewhere.js')
  writeFileSync(elsewhere, '')
  symlinkSync(elsewhere, join(program, 'link.js'))
  expect(refusal()).toBe('')
  chownSync(elsewhere, OTHER, OTHER)
  expect(refusal()).toContain(`may change ${join(program, 'link.js')}`)
})

test.runIf(process.getuid?.() === 0)(
  'a sticky folder above, the data and whoever became root by sudo are no danger',
  () => {
    const { parent, program, data, refusal } = site()
    chmodSync(parent, 0o1777)
    for (const [id, ...path] of [
      [ACCOUNT, data],
      [OTHER, program],
    ] as const)
      chownSync(path[0], id, id)
    expect(refusal({ SUDO_UID: `${OTHER}`, SUDO_GID: `${OTHER}` })).toBe('')
    expect(refusal()).toContain(`may change ${program}`)
    chownSync(program, ACCOUNT, ACCOUNT)
    expect(refusal({ SUDO_UID: `${ACCOUNT}`, SUDO_GID: `${ACCOUNT}` })).toContain(`may change ${program}`)
  },
)

test.runIf(process.getuid?.() === 0)('what cannot be looked at is not taken for safe', () => {
  const { scratch, refusal } = site()
  writeFileSync(join(scratch, 'find'), '#!/bin/sh\necho find: out of memory >&2\nexit 1\n', { mode: 0o755 })
  const found = (path: string) => refusal({ PATH: path })
  expect(found(`${scratch}:${process.env['PATH']}`)).toContain('what root runs: find failed: find: out of memory')
  expect(found('/nonexistent')).toContain('what root runs: find failed: spawnSync find ENOENT')
})

test.runIf(process.getuid?.() === 0)('what is deleted while it is looked at is looked for again', () => {
  const { scratch, refusal } = site()
  const [asked, gone] = [join(scratch, 'asked'), join(scratch, 'gone')]
  const script = `#!/bin/sh\nPATH=/usr/bin:/bin\n[ -e ${asked} ] && exec find "$@"\ntouch ${asked}\nprintf '%s\\0' ${gone}\n`
  writeFileSync(join(scratch, 'find'), script, { mode: 0o755 })
  expect(refusal({ PATH: `${scratch}:${process.env['PATH']}` })).toBe('')
})

test.runIf(process.getuid?.() === 0).each([
  ['with a line break', Buffer.from('a\nb.js')],
  ['that is not UTF-8', Buffer.from([0x61, 0xff, 0x62])],
])('a name %s hides no file', (_, name) => {
  const { code, refusal } = site()
  const path = Buffer.concat([Buffer.from(`${code}/`), name])
  writeFileSync(path, '')
  chownSync(path, OTHER, OTHER)
  expect(refusal()).toContain(`StartupError: Other users than root may change ${path.toString()}`)
})

test.runIf(process.getuid?.() === 0)('a program in which files keep coming and going is refused', () => {
  const { scratch, refusal } = site()
  const gone = join(scratch, 'gone')
  writeFileSync(join(scratch, 'find'), `#!/bin/sh\nprintf '%s\\0' ${gone}\n`, { mode: 0o755 })
  expect(refusal({ PATH: `${scratch}:${process.env['PATH']}` })).toContain(`may change ${gone}, which root runs`)
})
