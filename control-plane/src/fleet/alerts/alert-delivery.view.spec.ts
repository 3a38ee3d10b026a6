import { expect, it } from 'vitest'
import { subjectsOf } from './alert-delivery.view.ts'

it('names the thing that an alert is about, then what it belongs to', () => {
  const data = { silo_id: 's', project_id: 'p', instance_id: 'i', instance_name: 'tide' }
  expect(subjectsOf('instance.failed', data)).toEqual([
    { kind: 'instance', id: 'i', name: 'tide' },
    { kind: 'silo', id: 's', name: null },
    { kind: 'project', id: 'p', name: null },
  ])
  const ofDisk = { disk_id: 'd', disk_name: 'log', project_id: 'p', instance_id: null }
  expect(subjectsOf('disk.faulted', ofDisk).map(({ kind }) => kind)).toEqual(['disk', 'project'])
})

it('is empty for an alert without ids', () => {
  expect(subjectsOf('bgp.session_down', { switch: 'switch0', peer: '192.0.2.2' })).toEqual([])
})
