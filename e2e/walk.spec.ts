import type { Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { test } from './demo.ts'
import { goAndSettle, listenForErrors, overflowFaults, structureFaults } from './page-faults.ts'
import { everyPath, namer } from './paths.ts'
import { makeSamlSilo } from './silo.ts'
import { expect } from './test.ts'

/** Every page for every user at every width in both themes: many minutes, by `npm test -- walk`. */
const whole = process.env.SKERRY_E2E_WALK === 'all'

const users = {
  operator: 'admin',
  'silo admin': 'mara-lindqvist',
  'project member': 'leila-haddad',
  'new user': 'sam-okafor',
}

const widths = whole ? [390, 768, 1440, 2560] : [390, 1440]

/** @param at decides whether axe checks the page, and at which width, unless it checks all */
async function faultsOf(page: Page, at: number): Promise<string[]> {
  const faults = await structureFaults(page)
  const order = at % 8 < 4 ? widths : widths.toReversed()
  for (const [nth, width] of order.entries()) {
    await page.setViewportSize({ width, height: 900 })
    faults.push(...(await overflowFaults(page)).map((fault) => `${width}: ${fault}`))
    if (whole || (nth === 0 && at % 4 === 0))
      faults.push(...(await findViolations(page)).map((fault) => `${width}: ${fault}`))
    if (!whole) continue
    await page.emulateMedia({ colorScheme: 'dark' })
    faults.push(...(await findViolations(page, ['color-contrast'])).map((fault) => `${width} dark: ${fault}`))
    await page.emulateMedia({ colorScheme: 'light' })
  }
  return faults
}

/** Tests run at once: each takes a share of the pages. */
const shares = 3

for (const [kind, username] of Object.entries(users))
  for (let share = 0; share < (kind === 'operator' ? shares : 1); share++)
    test(`every page holds for a ${kind}, part ${share + 1}`, async ({ openAs }) => {
      test.setTimeout(whole ? 3_600_000 : 180_000)
      const operator = await openAs(users.operator)
      const routes = await everyPath(operator)
      const nameIn = namer(operator.request, await makeSamlSilo(operator.request))
      await operator.close()
      const page = await openAs(username)
      const errors = await listenForErrors(page)
      await page.goto('/projects')
      // Before the router starts it does not follow.
      await expect(page).toHaveTitle(/ \/ Skerry$/)
      const found: string[] = []
      const isMine = (at: number) => (kind === 'operator' ? at % shares === share : whole || at % 11 === 0)
      for (const [at, route] of routes.entries()) {
        if (!isMine(at)) continue
        const path = await nameIn(route)
        if (path === undefined) continue
        await goAndSettle(page, path)
        const faults = [...(await faultsOf(page, at)), ...errors()]
        found.push(...faults.map((fault) => `${path}: ${fault}`))
        if (whole) console.log([`${kind}: ${path}`, ...faults].join('\n  '))
      }
      expect(found).toEqual([])
    })
