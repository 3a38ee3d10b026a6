import { beforeEach, expect, test, vi } from 'vitest'

// Each test needs a page that is not leaving yet.
beforeEach(() => vi.resetModules())

function pageAt(path: string) {
  const url = new URL(path, 'http://console.test')
  const visited: string[] = []
  const location = { pathname: url.pathname, search: url.search, assign: (to: string) => visited.push(to) }
  return { visited, location }
}

test('a session that has ended leads to the sign-in page with the way back, once', async () => {
  const { goToLogin, isLeaving } = await import('./session.ts')
  const { visited, location } = pageAt('/projects/p/instances?sort=id_ascending')
  expect(isLeaving()).toBe(false)
  goToLogin(location)
  goToLogin(location)
  expect(visited).toEqual(['/login?redirect_uri=%2Fprojects%2Fp%2Finstances%3Fsort%3Did_ascending'])
  expect(isLeaving()).toBe(true)
})

test.each(['/login', '/login/default/local', '/login/corp/saml/idp'])('%s leads nowhere', async (path) => {
  const { goToLogin, isLeaving } = await import('./session.ts')
  const { visited, location } = pageAt(path)
  goToLogin(location)
  expect(visited).toEqual([])
  expect(isLeaving()).toBe(false)
})
