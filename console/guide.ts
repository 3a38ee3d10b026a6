import { readFileSync } from 'node:fs'
import { Marked } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import type { Plugin } from 'vite'

const source = new URL('../docs/operating.md', import.meta.url)

/** Standing alone: it is read by people whom the console does not let in. */
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
  th, td { padding: 6px 12px; border-bottom: 1px solid var(--line); vertical-align: top }`

async function page(): Promise<string> {
  const body = await new Marked(gfmHeadingId()).parse(readFileSync(source, 'utf8'))
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Operating Skerry</title><style>${style}</style></head>
<body><main>${body}</main></body>
</html>
`
}

/** `docs/operating.md` as a page of the console, for whoever looks for help there. */
export const guide: Plugin = {
  name: 'guide',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'docs/operating.html', source: await page() })
  },
  configureServer({ middlewares }) {
    middlewares.use('/docs/operating.html', (_request, answer) => {
      void page().then((html) => answer.setHeader('content-type', 'text/html; charset=utf-8').end(html))
    })
  },
}
