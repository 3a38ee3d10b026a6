import { expect, test } from 'vitest'
import { fecLabel, readLinkStatus, speedLabel } from './link-status.ts'

const link = { name: 'phy0', speed: 'speed100_g', fec: null, autoneg: false, mtu: 1500 }
const lane = { lane: 0, tx_power_dbm: -1.2, rx_power_dbm: -2, temperature_celsius: 40 }
const status = { link: { state: 'up', since: '2026-01-01T00:00:00Z', links: [link] }, monitors: [lane] }

test('a status as this server words it is read, with a link and without', () => {
  expect(readLinkStatus(status)).toEqual(status)
  expect(readLinkStatus({ link: null, monitors: [] })).toEqual({ link: null, monitors: [] })
})

test('any other is not', () => {
  const others = [
    null,
    'up',
    [],
    {},
    { link: null },
    { link: { state: 'up' }, monitors: [] },
    { link: { ...status.link, since: 'yesterday' }, monitors: [] },
    { link: { ...status.link, links: [{ ...link, mtu: '1500' }] }, monitors: [] },
    { link: null, monitors: [{ lane: 0 }] },
  ]
  for (const other of others) expect(readLinkStatus(other)).toBeUndefined()
})

test('speeds and corrections have words', () => {
  expect([speedLabel('speed25_g'), speedLabel('fast')]).toEqual(['25 Gb/s', 'fast'])
  expect([fecLabel('rs'), fecLabel('new'), fecLabel(null)]).toEqual(['RS', 'new', undefined])
})
