import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import { root } from './repository.ts'

/** Inline, since the pages are public and the console's files need a session. */
const style = `
  :root { color-scheme: light dark; --ink: light-dark(#232a33, #eceff2); --line: light-dark(#e3e6ea, #323a43) }
  body { margin: 0 auto; max-width: 46rem; padding: 2rem 1.5rem 6rem; color: var(--ink);
    background: light-dark(#fafbfc, #0e1317); font: 15px/1.6 Inter, system-ui, sans-serif }
  a { color: light-dark(#1f6aa5, #62b7ee) }
  h1, h2, h3 { line-height: 1.25; text-wrap: balance } h2 { margin-top: 2.5em }
  code, pre { font: 13px/1.5 'JetBrains Mono', ui-monospace, monospace; overflow-wrap: anywhere }
  pre, table { display: block; overflow-x: auto }
  pre { padding: 12px 16px; border: 1px solid var(--line); border-radius: 6px } pre code { overflow-wrap: normal }
  table { border-collapse: collapse } th { text-align: left }
  td:first-child code { overflow-wrap: normal }
  th, td { padding: 6px 12px; border-bottom: 1px solid var(--line); vertical-align: top }`

/** Paths of the pages without their extension. Other pages of docs/ are for contributors. */
const pages = (): string[] => [
  'docs/operating',
  'docs/real-machines',
  'docs/security',
  ...readdirSync(join(root, 'docs/operating')).map((name) => `docs/operating/${name.replace(/\.md$/, '')}`),
]

/** Writes the pages as HTML into a build of the console. */
export async function buildGuide(dist: string): Promise<void> {
  mkdirSync(join(dist, 'docs/operating'), { recursive: true })
  for (const page of pages()) {
    const markdown = readFileSync(join(root, `${page}.md`), 'utf8')
    const folder = page.startsWith('docs/operating/') ? '../' : ''
    const up = page === 'docs/operating' ? '' : `[Operating Skerry](${folder}operating.md)\n\n`
    writeFileSync(join(dist, `${page}.html`), await renderPage(up + markdown))
  }
}

/** Links to other pages of the guide lead to their HTML; links to contributors' pages become plain text. */
async function renderPage(markdown: string): Promise<string> {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? 'Operating Skerry'
  const linked = markdown
    .replace(/\[([^\]]+)\]\((?:\.\.\/)?adr\/[^)]+\)/g, '$1')
    .replace(/\]\(((?:\.\.\/)?[\w/-]+)\.md(#[\w-]+)?\)/g, ']($1.html$2)')
  const body = await new Marked(gfmHeadingId()).parse(linked)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head>
<body><main>${body}</main></body>
</html>
`
}
