import { expect, it } from 'vitest'
import { fieldAtFault, inLabels } from './field-at-fault.ts'

const fields = new Map([
  ['name', { label: 'Name', apiNames: [] }],
  ['sloUrl', { label: 'Single-logout URL', apiNames: [] }],
  ['idpEntityId', { label: 'Entity ID', apiNames: [] }],
  ['metadataUrl', { label: 'Metadata URL', apiNames: ['idp_metadata_source'] }],
  ['transitIps', { label: 'Transit IPs', apiNames: [] }],
])

it.each([
  ['of the same name', 'name', 'name'],
  ['in the console’s case', 'slo_url', 'sloUrl'],
  ['that the API calls otherwise', 'idp_metadata_source', 'metadataUrl'],
  ['around an item of a list', 'transit_ips[1]', 'transitIps'],
  ['around a nested one', 'idp_metadata_source.url', 'metadataUrl'],
  ['that is not on screen', 'rules', undefined],
  ['of a part that has a name too', 'disks[0].name', undefined],
  ['that is not given', undefined, undefined],
])('marks the field %s', (_, field, marked) => {
  expect(fieldAtFault({ message: 'name, slo_url: refused', field }, fields)).toBe(marked)
})

it.each([
  ['the reason under the label', { field: 'slo_url', reason: 'must be short' }, 'Single-logout URL: must be short'],
  [
    'labels in the reason',
    { field: 'idp_metadata_source', reason: 'the metadata has "a", but idp_entity_id is "b"' },
    'Metadata URL: the metadata has "a", but Entity ID is "b"',
  ],
  [
    'no part of a longer name',
    { field: 'idp_metadata_source', reason: 'idp_entity_id_format or slo_url' },
    'Metadata URL: idp_entity_id_format or Single-logout URL',
  ],
  ['the message where the field is not on screen', { field: 'rules', reason: 'too many' }, 'unsupported slo_url'],
  ['the message where no reason is given', { field: 'name' }, 'unsupported slo_url'],
  ['the message of an error about no field', {}, 'unsupported slo_url'],
])('words %s', (_, about, text) => {
  expect(inLabels({ message: 'unsupported slo_url', ...about }, fields)).toBe(
    text.replace('slo_url', 'Single-logout URL'),
  )
})
