import { describe, expect, it } from 'vitest'
import { certificateProblem, coversSilo, nameCovers } from './certificates.ts'

describe('a name in a certificate', () => {
  it.each([
    ['sales.sys.example.org', 'sales.sys.example.org', true],
    ['SALES.sys.Example.org', 'sales.sys.example.org', true],
    ['*.sys.example.org', 'sales.sys.example.org', true],
    ['*.example.org', 'sales.sys.example.org', false],
    ['*.sys.example.org', 'a.sales.sys.example.org', false],
    ['*.sys.example.org', '.sys.example.org.evil.test', false],
    ['s*.sys.example.org', 'sales.sys.example.org', false],
    ['*', 'sales.sys.example.org', false],
    ['*', 'localhost', false],
  ])('%s covers %s: %s', (name, host, covers) => expect(nameCovers(name, host)).toBe(covers))
})

describe('a certificate', () => {
  it('covers a silo at the domain, or at any where none is known', () => {
    expect(coversSilo(['other.test', '*.sys.example.org'], 'sales', 'example.org')).toBe(true)
    expect(coversSilo(['*.sys.example.org'], 'sales', 'example.com')).toBe(false)
    expect(coversSilo(['sales.sys.example.org'], 'sales')).toBe(true)
    expect(coversSilo(['*.sys.cloud.example.org'], 'sales')).toBe(true)
    expect(coversSilo(['stores.sys.example.org', 'sales.example.org', '*.sys'], 'sales')).toBe(false)
    expect(coversSilo([], 'sales')).toBe(false)
  })

  it('has its problem worded', () => {
    const now = new Date('2026-01-01')
    const good = { names: ['sales.sys.example.org'], expires: new Date('2027-01-01'), notForServers: false }
    const problem = (facts: Partial<typeof good>, domain?: string) =>
      certificateProblem({ ...good, ...facts }, 'sales', { now, domain })
    expect(problem({})).toBeUndefined()
    expect(problem({ expires: now })).toBe('it has expired on 2026-01-01')
    expect(problem({}, 'example.com')).toBe('it does not cover sales.sys.example.com, but sales.sys.example.org')
    expect(problem({ names: [] })).toBe('it does not cover sales.sys.<domain>, but no name')
    expect(problem({ notForServers: true })).toBe('its extended key usage does not allow TLS servers')
  })
})
