import type { ITheme } from '@xterm/xterm'

const context = () => document.createElement('canvas').getContext('2d', { willReadFrequently: true })

/** The tokens of the current theme as `#rrggbb`, the only form that the terminal takes. */
function readTokens(names: readonly string[]): Record<string, string> {
  const canvas = context()
  const styles = getComputedStyle(document.documentElement)
  const hexOf = (name: string) => {
    if (!canvas) return '#808080'
    canvas.fillStyle = styles.getPropertyValue(`--${name}`)
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  }
  return Object.fromEntries(names.map((name) => [name, hexOf(name)]))
}

const tokens = [
  'ground',
  'sunken',
  'line',
  'line-strong',
  'ink',
  'ink-2',
  'ink-3',
  'accent',
  'ok',
  'busy',
  'bad',
  'odd',
]

export interface TerminalColours {
  theme: ITheme
  /** For what Find has found. */
  match: { background: string; active: string; border: string }
}

/** The terminal's colours in the page's theme; read again when the theme changes. */
export function terminalColours(): TerminalColours {
  const of = readTokens(tokens)
  const bright = (name: string) => of[name]!
  return {
    theme: {
      background: of['sunken']!,
      foreground: of['ink']!,
      cursor: of['accent']!,
      cursorAccent: of['sunken']!,
      selectionBackground: `${of['accent']}55`,
      black: of['line']!,
      brightBlack: of['ink-3']!,
      white: of['ink-2']!,
      brightWhite: of['ink']!,
      red: bright('bad'),
      brightRed: bright('bad'),
      green: bright('ok'),
      brightGreen: bright('ok'),
      yellow: bright('busy'),
      brightYellow: bright('busy'),
      blue: bright('accent'),
      brightBlue: bright('accent'),
      magenta: bright('odd'),
      brightMagenta: bright('odd'),
      cyan: bright('accent'),
      brightCyan: bright('accent'),
      scrollbarSliderBackground: `${of['line-strong']}66`,
      scrollbarSliderHoverBackground: `${of['line-strong']}99`,
      scrollbarSliderActiveBackground: of['line-strong']!,
    },
    match: { background: of['line-strong']!, active: of['accent']!, border: of['accent']! },
  }
}
