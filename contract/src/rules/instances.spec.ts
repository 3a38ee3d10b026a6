import { describe, expect, test } from 'vitest'
import {
  instanceAutoRestart,
  instanceCan,
  instanceStates,
  instanceTransitional,
  type InstanceState,
} from './instances.ts'

const allowed: Record<keyof typeof instanceCan, InstanceState[]> = {
  start: ['stopped', 'failed'],
  stop: ['running', 'starting', 'rebooting', 'failed'],
  powerOff: ['running', 'starting', 'rebooting', 'stopping', 'failed'],
  reboot: ['running'],
  delete: ['stopped', 'failed'],
  resize: ['stopped', 'failed', 'creating'],
  updateBootDisk: ['stopped', 'failed', 'creating'],
  updateFirmware: ['stopped', 'failed', 'creating'],
  attachDisk: ['creating', 'stopped'],
  detachDisk: ['creating', 'stopped', 'failed'],
  addNetworkInterface: ['creating', 'stopped'],
  updateNetworkInterface: ['stopped'],
  deleteNetworkInterface: ['stopped', 'failed'],
  joinAffinityGroup: ['stopped'],
  serialConsole: ['running', 'rebooting', 'migrating', 'repairing'],
  graphicalConsole: ['running', 'rebooting', 'migrating', 'repairing'],
  viewGuest: ['running', 'rebooting', 'migrating', 'repairing'],
  attachExternalIp: ['stopped', 'running', 'rebooting'],
  detachExternalIp: ['stopped', 'running', 'rebooting'],
}

describe.each(Object.entries(allowed))('%s', (action, states) => {
  const rule = instanceCan[action as keyof typeof instanceCan]

  test.each(instanceStates)('%s', (state) => {
    const expected = states.includes(state)
    expect(rule(state)).toBe(expected)
    expect(rule({ run_state: state })).toBe(expected)
    expect(rule({ runState: state })).toBe(expected)
    expect(rule.refusal(state)).toBe(expected ? undefined : rule.sentence)
  })

  test('a state is allowed, changes nothing or passes: never two of them', () => {
    const all = [...rule.states, ...rule.noOp, ...rule.wait]
    expect(new Set(all).size).toBe(all.length)
  })
})

test('refusals name every allowed state', () => {
  expect(instanceCan.stop.sentence).toBe('Only a running, starting, rebooting or failed instance can be stopped')
  expect(instanceCan.reboot.sentence).toBe('Only a running instance can be rebooted')
  expect(instanceCan.start.sentence).toBe('Only a stopped or failed instance can be started')
})

test.each(instanceStates)('%s is transitional or not', (state) => {
  const expected = ['creating', 'starting', 'stopping', 'rebooting'].includes(state)
  expect(instanceTransitional(state)).toBe(expected)
  expect(instanceTransitional({ runState: state })).toBe(expected)
})

describe('automatic restart', () => {
  const now = new Date('2026-01-01T12:00:00Z')
  const failed = { runState: 'failed', autoRestartEnabled: true } as const

  test('a failed instance without an unexpired cooldown is due', () => {
    expect(instanceAutoRestart(failed, now)).toBe('due')
    expect(instanceAutoRestart({ ...failed, autoRestartCooldownExpiration: null }, now)).toBe('due')
    expect(instanceAutoRestart({ ...failed, autoRestartCooldownExpiration: now }, now)).toBe('due')
  })

  test('one within its cooldown waits', () => {
    const later = new Date('2026-01-01T12:00:01Z')
    expect(instanceAutoRestart({ ...failed, autoRestartCooldownExpiration: later }, now)).toBe('cooling')
  })

  test('others are left alone', () => {
    expect(instanceAutoRestart({ ...failed, autoRestartEnabled: false }, now)).toBeUndefined()
    expect(instanceAutoRestart({ ...failed, runState: 'stopped' }, now)).toBeUndefined()
  })
})
