import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { scratchFolder } from '../testing/server.ts'
import { readConfiguration } from './configuration.ts'
import { rememberPlatform } from './platform-of-folder.ts'
import { StartupError } from './startup-error.ts'

test('sessions last eight hours unused and a day in all, unless minutes are set', () => {
  expect(readConfiguration([], {}).sessions).toEqual({ idleMs: 8 * 3_600_000, absoluteMs: 24 * 3_600_000 })
  const set = readConfiguration([], { SKERRY_SESSION_IDLE: '15', SKERRY_SESSION_MAX: '60' })
  expect(set.sessions).toEqual({ idleMs: 900_000, absoluteMs: 3_600_000 })
})

test.each(['0', '-1', '1.5', 'an hour', '525601'])('%s minutes of a session are refused', (minutes) => {
  expect(() => readConfiguration([], { SKERRY_SESSION_IDLE: minutes })).toThrow(StartupError)
})

describe('The platform', () => {
  const platform = (args: string[], environment: Record<string, string> = {}) =>
    readConfiguration(args, { SKERRY_DATA: '/nowhere', ...environment }).platform.name

  test('is what the flag or the variable says; the flag wins', () => {
    expect(platform(['--platform', 'qemu'])).toBe('qemu')
    expect(platform([], { SKERRY_PLATFORM: 'qemu' })).toBe('qemu')
    expect(platform(['--platform=simulator'], { SKERRY_PLATFORM: 'qemu' })).toBe('simulator')
  })

  test('must be one that there is', () => {
    const one = '--platform and SKERRY_PLATFORM must be one of simulator, qemu, not "xen"'
    expect(() => platform(['--platform', 'xen'])).toThrow(new StartupError(one))
    expect(() => platform([], { SKERRY_PLATFORM: 'xen' })).toThrow(new StartupError(one))
    expect(() => platform(['--platform'])).toThrow(StartupError)
  })

  test('is simulated with demo data, and without a look at the host', async () => {
    const { platform: choice } = readConfiguration(['--demo'], { SKERRY_DATA: '/nowhere' })
    expect(await choice.prepare()).toBe('simulator (real states and bytes, but no real machines)')
    expect(() => platform(['--demo', '--platform', 'qemu'])).toThrow(
      new StartupError('--demo is always simulated: start without --demo, or without --platform qemu'),
    )
  })

  test('is that of the data folder from its first start on', async () => {
    using data = scratchFolder()
    const environment = { SKERRY_DATA: data.path }
    await rememberPlatform(data.path, 'qemu')
    expect(platform([], environment)).toBe('qemu')
    for (const args of [['--demo'], ['--platform', 'simulator']])
      expect(() => platform(args, environment)).toThrow(
        new StartupError(
          `The data in ${data.path} belong to the platform qemu, not simulator: start with --platform qemu, or choose another folder with SKERRY_DATA`,
        ),
      )
    await rememberPlatform(data.path, 'simulator')
    expect(platform([], environment)).toBe('qemu')
  })

  test('of data without its name is that of the folder qemu, if there is one', () => {
    using data = scratchFolder()
    for (const name of ['postgres', 'qemu']) mkdirSync(join(data.path, name))
    expect(platform([], { SKERRY_DATA: data.path })).toBe('qemu')
    for (const args of [['--demo'], ['--platform', 'simulator']])
      expect(() => platform(args, { SKERRY_DATA: data.path })).toThrow(/platform qemu, not simulator/)
  })

  test.each(['postgres', 'volumes', 'updates'])('of other data without its name, such as %s, must be said', (name) => {
    using data = scratchFolder()
    mkdirSync(join(data.path, name))
    for (const args of [[], ['--demo']])
      expect(() => platform(args, { SKERRY_DATA: data.path })).toThrow(
        new StartupError(
          `${data.path} has data, but no file "platform" that says whose: restore the file, or start once with ` +
            '--platform simulator or --platform qemu, whichever the data belong to',
        ),
      )
    expect(platform(['--platform', 'qemu'], { SKERRY_DATA: data.path })).toBe('qemu')
  })

  test('is not guessed where its name cannot be read', () => {
    using data = scratchFolder()
    mkdirSync(join(data.path, 'platform'))
    expect(() => platform([], { SKERRY_DATA: data.path })).toThrow(`${realpathSync(data.path)}/platform is no file`)
    const long = join(data.path, 'x'.repeat(300))
    expect(() => platform([], { SKERRY_DATA: long })).toThrow(
      new StartupError(
        `Cannot read ${long}/platform: ENAMETOOLONG: name too long (SKERRY_DATA chooses another folder)`,
      ),
    )
  })

  test('of a later version is refused', () => {
    using data = scratchFolder()
    writeFileSync(join(data.path, 'platform'), 'cluster\n')
    expect(() => platform([], { SKERRY_DATA: data.path })).toThrow(/platform "cluster", which this version does not/)
  })
})

test('images come from their publishers, unless mirrors are set', () => {
  expect(readConfiguration([], {}).imageMirrors).toEqual({})
  const set = readConfiguration([], { SKERRY_IMAGES_DEBIAN: 'https://mirror.test/debian-cloud/' })
  expect(set.imageMirrors).toEqual({ debian: 'https://mirror.test/debian-cloud' })
  for (const SKERRY_IMAGES_UBUNTU of ['http://mirror.test/', 'mirror.test', 'https://mirror.test/?path=', '/srv'])
    expect(() => readConfiguration([], { SKERRY_IMAGES_UBUNTU })).toThrow(StartupError)
})

test('the largest image is set in MiB', () => {
  expect(readConfiguration([], { SKERRY_MAX_IMAGE_MIB: '64' }).maxImageBytes).toBe(64 * 2 ** 20)
  for (const SKERRY_MAX_IMAGE_MIB of ['0', '1.5', 'large'])
    expect(() => readConfiguration([], { SKERRY_MAX_IMAGE_MIB })).toThrow(StartupError)
})
