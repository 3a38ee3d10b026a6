import { expect, it } from 'vitest'
import { fieldAtFault, inLabels } from './field-at-fault.ts'

const refused = (message: string) => ({ message, errorCode: 'InvalidRequest' })
const labelled = (values: object) => new Map(Object.keys(values).map((name) => [name, { label: name, apiNames: [] }]))
const subnet = { name: 'quay', description: '10.1.0.0', ipv4Block: '10.1.0.0/24', ipv6Block: 'FD00:1::/64' }

it.each([
  ['10.1.0.0/24 overlaps 10.0.0.0/8 of subnet "wide"', subnet, 'ipv4Block'],
  ['fd00:1::/64 overlaps fd00:1::/64 of subnet "wide"', subnet, 'ipv6Block'],
  ['IP address range 10.1.0.0/24, conflicts with an existing subnet.', subnet, 'ipv4Block'],
  ['no room is left', subnet, undefined],
  ['unsupported value for "private-key": not its key', { privateKey: '' }, 'privateKey'],
  ['address 10.1.0.10 is in use', { ip: '10.1.0.1' }, undefined],
  ['address 10.1.0.1 is in use.', { name: '', ip: '10.1.0.1' }, 'ip'],
  ['10.1.0.1/24 has host bits set', { ip: '10.1.0.1' }, undefined],
  ['the range 198.51.100.1-198.51.100.9 overlaps 198.51.100.5-198.51.100.7', { first: '198.51.100.1' }, 'first'],
  ['transit_ips: 10.1.0.0/16 overlaps 10.0.0.0/8', { transitIps: ['10.0.0.0/8', '10.1.0.0/16'] }, 'transitIps'],
  ['block ::1-::9 overlaps ::5-::7', { name: '', blocks: [{ first: '::2' }, { first: '::1', last: '::9' }] }, 'blocks'],
  ['unsupported value for "ipv6_prefix": must be a /48', { name: 'net', ipv6Prefix: 'fd00::/47' }, 'ipv6Prefix'],
  ['address 198.18.7.1 is in use', { name: '', addresses: [{ address: '198.18.7.1/30' }] }, 'addresses'],
  ['10.1.0.0/16 overlaps 10.0.0.0/8', { block: '10.1.0.0/24' }, undefined],
  ['unsupported value for "rules": too many', { name: 'rule' }, undefined],
])('%s: %j', (message, values, field) => expect(fieldAtFault(refused(message), values, labelled(values))).toBe(field))

const provider = new Map([
  ['name', { label: 'Name', apiNames: [] }],
  ['sloUrl', { label: 'Single-logout URL', apiNames: [] }],
  ['idpEntityId', { label: 'Entity ID', apiNames: [] }],
  ['metadataUrl', { label: 'Metadata URL', apiNames: ['idp_metadata_source'] }],
  ['privateKey', { label: 'Signing key', apiNames: ['signing_keypair'] }],
])

it.each([
  ['unsupported value for "slo_url": must be short', 'sloUrl', 'Single-logout URL: must be short'],
  ['Slo_url: must be a string', 'sloUrl', 'Single-logout URL: must be a string'],
  [
    'unsupported value for "idp_metadata_source": the metadata has "a", but idp_entity_id is "b"',
    'metadataUrl',
    'Metadata URL: the metadata has "a", but Entity ID is "b"',
  ],
  ['unsupported value for "private-key": not its key', 'privateKey', 'Signing key: not its key'],
  ['unsupported value for "rules": too many', undefined, 'unsupported value for "rules": too many'],
  ['the name of the silo is taken', undefined, 'the name of the silo is taken'],
])('%s: the field %s, with its label', (message, field, text) => {
  expect(fieldAtFault(refused(message), {}, provider)).toBe(field)
  expect(inLabels(message, provider)).toBe(text)
})

it('storage that is not there is the field of the size, where there is one', () => {
  const short = (what: string) => ({
    message: `Insufficient capacity: ${what} left`,
    errorCode: 'InsufficientCapacity',
  })
  expect(fieldAtFault(short('2 GiB of storage'), { name: '', size: 2 }, new Map())).toBe('size')
  expect(fieldAtFault(short('2 GiB of storage'), { name: '' }, new Map())).toBeUndefined()
  expect(fieldAtFault(short('2 vCPUs'), { size: 2 }, new Map())).toBeUndefined()
})

it('a name that is taken is the field of the name, where there is one', () => {
  const taken = { message: 'Vpc subnet name already exists', errorCode: 'ObjectAlreadyExists' }
  expect(fieldAtFault(taken, subnet, new Map())).toBe('name')
  expect(fieldAtFault(taken, { pool: '' }, new Map())).toBeUndefined()
})
