import { expect, it } from 'vitest'
import { help, readCommand, WrongUsage } from './command.ts'

const NAMED = ['--name', 'n', '--os', 'o', '--version', 'v']

it('reads the commands', () => {
  expect(readCommand([])).toEqual({ type: 'help' })
  expect(readCommand(['add', 'debian-13', '-h'])).toEqual({ type: 'help' })
  expect(readCommand(['list'])).toEqual({ type: 'list' })
  expect(readCommand(['add', 'debian-13', '--project', 'p'])).toEqual({
    type: 'add',
    source: { type: 'catalog', image: 'debian-13' },
    name: undefined,
    project: 'p',
  })
  const value = 'aB'.repeat(64)
  expect(readCommand(['add', 'https://h/f', '--checksum', value, ...NAMED])).toMatchObject({
    source: { type: 'url', url: 'https://h/f', checksum: { type: 'sha512', value }, name: 'n', os: 'o', version: 'v' },
  })
})

it.each([
  [['remove', 'x'], 'the commands are list'],
  [['add'], 'the commands are list'],
  [['add', 'a', 'b'], 'the commands are list'],
  [['list', 'a'], 'the commands are list'],
  [['add', 'a', '--force'], "Unknown option '--force'"],
  [['add', 'a', '--os', 'o'], 'are for an image at an address'],
  [['add', 'https://h/f', ...NAMED], 'needs --checksum'],
  [['add', 'https://h/f', ...NAMED, '--checksum', 'ab'], '64 (SHA-256) or 128'],
])('refuses %j', (args, message) => {
  const read = () => readCommand(args)
  expect(read).toThrow(WrongUsage)
  expect(read).toThrow(message)
})

it('describes each option', () => {
  for (const option of ['project', 'name', 'checksum', 'os', 'version']) expect(help).toContain(`--${option}`)
})
