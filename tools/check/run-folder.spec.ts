import { expect, test } from 'vitest'
import { runFolderProblems } from './run-folder.ts'

const qemu = 'control-plane/src/platform/qemu'
const problems = (text: string, path = `${qemu}/machines/a.ts`) => runFolderProblems([{ path, text }])

test.each([
  `await rm(join(qemu.path, 'run', name))`,
  `join(folder, "run/qmp.sock")`,
  'await open(`${qemu.path}/run/qmp.sock`)',
  `await qemu.folder('run', uid)`,
  `const socket = 'run/vnc.sock'`,
])('%s is refused', (text) => {
  expect(problems(`\n${text}`)).toEqual([expect.stringMatching(/a\.ts:2 names a machine's run folder/)])
})

test.each([
  [`this.file('run')`, `${qemu}/machines/a.ts`],
  [`join('/run/skerry', tag)`, `${qemu}/a.ts`],
  ['// join(qemu, "run")', `${qemu}/a.ts`],
  [`join(qemu, 'run')`, `${qemu}/a.spec.ts`],
  [`join(qemu, 'run')`, `${qemu}/machines/files/machine-socket.ts`],
  [`join(data, 'run')`, 'control-plane/src/node/a.ts'],
] as const)('%s is not, in %s', (text, path) => {
  expect(problems(text, path)).toEqual([])
})
