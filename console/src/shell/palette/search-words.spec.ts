import { expect, test } from 'vitest'
import { type Area, flatten, navigation, type NavItem } from '../frame/navigation.ts'
import { systemNavigation } from '../frame/system-navigation.ts'
import { fuzzyFilter } from './fuzzy.ts'
import { searchWords, wordsOf } from './search-words.ts'

const labelsOf = (items: readonly NavItem[]) =>
  flatten(items.map((item) => ({ ...item, to: item.to('') }))).map(({ label }) => label)
const labels: Record<Area, string[]> = {
  silo: labelsOf(navigation.silo),
  project: labelsOf(navigation.project),
  system: labelsOf(systemNavigation),
  settings: labelsOf(navigation.settings),
}

const found = (area: Area, typed: string) => fuzzyFilter(labels[area], typed, (label) => label, wordsOf)

test.each<[typed: string, area: Area, label: string]>([
  ['storage', 'silo', 'Utilization'],
  ['storage', 'project', 'Disks'],
  ['storage', 'system', 'Utilization'],
  ['capacity', 'silo', 'Utilization'],
  ['full', 'silo', 'Utilization'],
  ['full', 'system', 'Quotas'],
  ['user', 'silo', 'Access'],
  ['users', 'system', 'Built-in Users'],
  ['password', 'settings', 'Profile'],
  ['password', 'silo', 'Sign-in Settings'],
  ['key', 'settings', 'SSH Keys'],
  ['api key', 'settings', 'Access Tokens'],
  ['firewall', 'project', 'VPCs'],
  ['firewall', 'silo', 'Projects'],
  ['ip', 'project', 'Floating IPs'],
  ['ip', 'system', 'IP Pools'],
  ['network', 'project', 'VPCs'],
  ['network', 'system', 'Networking'],
  ['backup', 'project', 'Snapshots'],
  ['VM', 'project', 'Instances'],
  ['virtual mach', 'project', 'Instances'],
  ['server', 'project', 'Instances'],
  ['server', 'system', 'Inventory'],
  ['volume', 'project', 'Disks'],
  ['log', 'project', 'History'],
  ['logs', 'system', 'Audit Log'],
  ['upgrade', 'system', 'Updates'],
  ['tenant', 'system', 'Silos'],
  ['ssl', 'silo', 'Certificates'],
])('%s finds, in the area %s, %s', (typed, area, label) => expect(found(area, typed)).toContain(label))

test('an action is found by what its thing is called elsewhere', () => {
  expect(fuzzyFilter(['New instance', 'New disk'], 'new vm', (label) => label, wordsOf)).toEqual(['New instance'])
})

test('what makes a thing is found by each word for making', () => {
  const labels = ['Address Lots', 'Add user to the silo', 'New instance']
  expect(fuzzyFilter(labels, 'new user', (label) => label, wordsOf)).toEqual(['Add user to the silo'])
  expect(fuzzyFilter(labels, 'create vm', (label) => label, wordsOf)).toEqual(['New instance'])
  const ofImages = ['Upload image', 'Fetch image', 'Take snapshot', 'Promote image']
  for (const verb of ['new', 'add', 'create']) {
    expect(fuzzyFilter(ofImages, `${verb} image`, (label) => label, wordsOf)).toEqual(['Upload image', 'Fetch image'])
    expect(fuzzyFilter(ofImages, `${verb} snapshot`, (label) => label, wordsOf)).toEqual(['Take snapshot'])
  }
  expect(fuzzyFilter(labels, 'upload instance', (label) => label, wordsOf)).toEqual([])
})

test('of pages that share a word, the one that is most about it comes first', () => {
  const all = Object.values(labels).flat()
  expect(fuzzyFilter(all, 'password', (label) => label, wordsOf)[0]).toBe('Profile')
})

test('a page that is called so comes first, letters that are scattered last', () => {
  expect(found('system', 'alert')[0]).toBe('Alerts')
  const scattered = 'ss0-tree-ovr-aug-e'
  expect(fuzzyFilter([scattered, 'Disks'], 'storage', (label) => label, wordsOf)[0]).toBe('Disks')
})

test('each word belongs to the label of a page', () => {
  const all = Object.values(labels)
    .flat()
    .flatMap((label) => label.toLowerCase().split(' '))
  for (const key of Object.keys(searchWords))
    expect([key, all.some((word) => word.startsWith(key))]).toEqual([key, true])
})
