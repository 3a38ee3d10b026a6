import { expect, test } from 'vitest'
import { thingAt } from './thing-at.ts'

test('the thing of a page is what the last parameter in its path names', () => {
  const params = { project: 'p', vpc: 'main', router: 'a "b"' }
  expect(thingAt('/projects/$project/vpcs/$vpc/subnets', params)).toBe('VPC "main"')
  expect(thingAt('/projects/$project/vpcs/$vpc/routers/$router', params)).toBe('router "a "b""')
  expect(thingAt('/system/silos', {})).toBeUndefined()
})
