import { createHash } from 'node:crypto'

/** The looks of the sign-in page (`console/src/styles/tokens.css`), without a file: an asset may be refused here too. */
const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(oklch(0.982 0.003 252), oklch(0.165 0.012 252));
  --surface: light-dark(oklch(1 0 0), oklch(0.198 0.013 252));
  --line: light-dark(oklch(0.918 0.006 252), oklch(0.285 0.014 252));
  --ink: light-dark(oklch(0.235 0.018 252), oklch(0.945 0.006 252));
  --ink-2: light-dark(oklch(0.44 0.018 252), oklch(0.755 0.012 252));
  --ink-3: light-dark(oklch(0.52 0.016 252), oklch(0.665 0.014 252));
  --accent: light-dark(oklch(0.525 0.14 246), oklch(0.54 0.125 242));
}
* { box-sizing: border-box; margin: 0 }
body {
  display: grid; justify-items: center; align-content: start; min-height: 100dvh; padding: 16vh 16px 64px;
  background: var(--ground); color: var(--ink); font: 14px/20px Inter, system-ui, sans-serif;
}
header { display: flex; align-items: center; gap: 12px; margin-bottom: 28px }
header small { display: block; color: var(--ink-3); font-size: 12.5px; line-height: 18px }
header b { display: block; font-size: 17px; line-height: 24px; font-weight: 600 }
main {
  width: 100%; max-width: 384px; padding: 20px 24px 24px; overflow-wrap: anywhere;
  border: 1px solid var(--line); border-radius: 8px; background: var(--surface);
}
h1 { margin-bottom: 16px; font-size: 17px; line-height: 24px; font-weight: 600 }
p { margin-bottom: 16px; color: var(--ink-2) }
p:last-child { margin: 0 }
code { color: var(--ink); font: 12.5px ui-monospace, monospace }
a {
  display: block; padding: 8px 12px; border-radius: 6px; background: var(--accent); color: white;
  font-weight: 500; text-align: center; text-decoration: none;
}
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
rect { fill: var(--accent) }
path { fill: none; stroke: white; stroke-width: 1.7; stroke-linecap: round; stroke-linejoin: round }
`

const mark = `<svg viewBox="0 0 26 26" width="40" height="40" aria-hidden="true"><rect width="26" height="26" rx="6"/>
<path d="M4 18c2.2 0 2.2-1.6 4.5-1.6S10.8 18 13 18s2.3-1.6 4.5-1.6S19.8 18 22 18"/>
<path d="M7.5 13.6 12 6.5l2.6 3.6 1.5-1.7 3 5.2"/></svg>`

const styleHash = createHash('sha256').update(style).digest('base64')

/** A page that needs neither the console nor scripts. @param content HTML; a link in it looks like a button */
export const plainPage = (
  status: number,
  title: string,
  content: string,
  headers: Record<string, string> = {},
): Response =>
  new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} / Skerry</title><style>${style}</style>
<header>${mark}<span><small>Self-hosted cloud</small><b>Skerry</b></span></header>
<main><h1>${title}</h1>${content}</main></html>\n`,
    {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        ...headers,
      },
    },
  )
