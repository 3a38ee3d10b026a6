import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { buildGuide } from './build-guide.ts'

const dist = mkdtempSync(join(tmpdir(), 'skerry-guide-'))
afterAll(() => rmSync(dist, { recursive: true }))

const read = (path: string) => readFileSync(join(dist, path), 'utf8')
const linksOf = (html: string) => [...html.matchAll(/href="(?!https?:)([^"]+)"/g)].map((match) => match[1]!)

it('every link leads to a heading or page of the guide', async () => {
  await buildGuide(dist)
  const pages = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'))
  const idsOf = (html: string): string[] => html.match(/(?<=id=")[^"]+/g) ?? []
  const ids = new Map(pages.map((page) => [`/${page}`, idsOf(read(page))]))
  const isDead = (link: string, page: string) => {
    const { pathname, hash } = new URL(link, `http://guide/${page}`)
    return !(hash ? ids.get(pathname)?.includes(hash.slice(1)) : ids.has(pathname))
  }
  const links = pages.flatMap((page) => linksOf(read(page)).map((link) => ({ page, link })))
  expect(links.length).toBeGreaterThan(40)
  expect(links.filter(({ page, link }) => isDead(link, page))).toEqual([])
  // The console links to it.
  expect(ids.get('/docs/operating/silos.html')).toContain('sign-in-with-saml')
})
