import { findViolations } from '../axe.ts'
import { goAndSettle, overflowFaults, structureFaults } from '../page-faults.ts'
import { everyPath, namer } from '../paths.ts'
import { makeSamlSilo } from '../silo.ts'
import { expect } from '../test.ts'
import { test } from './firefox.ts'

const users = {
  operator: 'admin',
  'silo admin': 'mara-lindqvist',
  'project member': 'leila-haddad',
  'new user': 'sam-okafor',
}

for (const [kind, username] of Object.entries(users))
  test(`every page holds for a ${kind}`, async ({ openAs, openInFirefox }) => {
    test.setTimeout(1_800_000)
    const operator = await openAs(users.operator)
    const routes = await everyPath(operator)
    const nameIn = namer(operator.request, await makeSamlSilo(operator.request))
    const { page, errors } = await openInFirefox(username)
    const found: string[] = []
    for (const route of routes) {
      const path = await nameIn(route)
      if (path === undefined) continue
      await goAndSettle(page, path)
      const faults = await structureFaults(page)
      for (const width of [390, 768, 2560, 1440]) {
        await page.setViewport({ width, height: 900 })
        faults.push(...(await overflowFaults(page)).map((fault) => `${width}: ${fault}`))
      }
      faults.push(...(await findViolations(page)), ...errors())
      found.push(...faults.map((fault) => `${path}: ${fault}`))
    }
    expect(found).toEqual([])
  })
