import { afterAll, beforeAll, expect, it } from 'vitest'
import { type House, openHouse } from '../../kernel/testing.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

it('ping answers anybody', async () => {
  expect(await house.stranger.call('ping')).toMatchObject({ status: 200, body: { status: 'ok' } })
})
