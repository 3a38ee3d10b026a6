import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { type IBuffer, Terminal } from '@xterm/xterm'
import { PausedOutput } from './paused-output.ts'
import { terminalColours } from './terminal-theme.ts'

export interface Found {
  /** Position of the match that is chosen, from 1; 0 for none. */
  at: number
  count: number
}

export interface TerminalParts {
  element: HTMLElement
  /** What is typed, pasted or pressed on the key bar. */
  onInput: (bytes: Uint8Array) => void
  onPausedBytes: (bytes: number) => void
  onFound: (found: Found) => void
  /** Id of what screen readers say of the input after its name. */
  describedBy: string
}

const encoder = new TextEncoder()
/** px */
const fontSize = 13

/** The terminal on the page: what the machine writes goes in, what is typed comes out. */
export class ConsoleTerminal {
  readonly #parts: TerminalParts
  readonly #terminal: Terminal
  readonly #fit = new FitAddon()
  readonly #search = new SearchAddon({ highlightLimit: 1000 })
  readonly #pausedOutput = new PausedOutput()
  readonly #sizes: ResizeObserver
  #colours = terminalColours()
  #paused = false
  #closed = false

  constructor(parts: TerminalParts) {
    this.#parts = parts
    this.#terminal = new Terminal({
      allowProposedApi: true,
      cursorBlink: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      fontFamily: 'monospace',
      fontSize,
      minimumContrastRatio: 4.5,
      scrollback: 5000,
      theme: this.#colours.theme,
    })
    this.#terminal.loadAddon(this.#fit)
    this.#terminal.loadAddon(this.#search)
    this.#terminal.attachCustomKeyEventHandler((event) => !belongsToPage(event))
    this.#terminal.open(parts.element)
    this.#terminal.textarea?.setAttribute('aria-describedby', parts.describedBy)
    this.#terminal.onData((text) => parts.onInput(encoder.encode(text)))
    this.#terminal.onBinary((text) => parts.onInput(Uint8Array.from(text, (char) => char.charCodeAt(0))))
    this.#search.onDidChangeResults(({ resultIndex, resultCount }) =>
      parts.onFound({ at: resultIndex + 1, count: resultCount }),
    )
    void this.#takeFace()
    this.#sizes = new ResizeObserver(() => this.#fit.fit())
    this.#sizes.observe(parts.element)
  }

  /** The terminal measures a face once, so it is given ours only when that has come. */
  async #takeFace(): Promise<void> {
    const family = getComputedStyle(document.documentElement).getPropertyValue('--mono')
    await document.fonts.load(`${fontSize}px ${family}`).catch(() => [])
    if (this.#closed) return
    this.#terminal.options.fontFamily = family
    this.#fit.fit()
  }

  write(bytes: Uint8Array): void {
    if (!this.#paused) return this.#terminal.write(bytes)
    this.#pausedOutput.push(bytes)
    this.#parts.onPausedBytes(this.#pausedOutput.count)
  }

  /** A line of our own amid the output. */
  remark(text: string): void {
    this.write(encoder.encode(`\r\n\x1b[0;2m── ${text} ──\x1b[0m\r\n`))
  }

  pause(paused: boolean): void {
    this.#paused = paused
    if (paused) return
    const { bytes, lost } = this.#pausedOutput.takeAll()
    if (lost > 0) this.remark(`${lost.toLocaleString()} bytes were lost while the output was paused`)
    this.#terminal.write(bytes)
    this.#parts.onPausedBytes(0)
  }

  /** Brings the terminal's colours in line with the page's. */
  recolour(): void {
    this.#colours = terminalColours()
    this.#terminal.options.theme = this.#colours.theme
  }

  setScreenReader(on: boolean): void {
    this.#terminal.options.screenReaderMode = on
  }

  find(text: string, options: { caseSensitive: boolean; backwards?: boolean; asTyped?: boolean }): void {
    // A new search restarts: the old one's matches would be counted too.
    if (text === '' || options.asTyped) this.#search.clearDecorations()
    if (text === '') return this.#parts.onFound({ at: 0, count: 0 })
    const { background, active, border } = this.#colours.match
    const how = {
      caseSensitive: options.caseSensitive,
      incremental: options.asTyped ?? false,
      decorations: {
        matchBorder: background,
        matchOverviewRuler: background,
        activeMatchBorder: border,
        activeMatchBackground: active,
        activeMatchColorOverviewRuler: active,
      },
    }
    if (options.backwards) this.#search.findPrevious(text, how)
    else this.#search.findNext(text, how)
  }

  endFind(): void {
    this.#search.clearDecorations()
    this.#terminal.clearSelection()
  }

  /** The selection, else the whole scrollback. */
  text(): string {
    return this.#terminal.getSelection() || this.allText()
  }

  /** Every line of the scrollback, without the empty ones at the end. */
  allText(): string {
    return textOf(this.#terminal.buffer.normal)
  }

  scrollToTop = (): void => this.#terminal.scrollToTop()
  scrollToBottom = (): void => this.#terminal.scrollToBottom()
  focus = (): void => this.#terminal.focus()

  close(): void {
    this.#closed = true
    this.#sizes.disconnect()
    this.#terminal.dispose()
  }
}

function textOf(buffer: IBuffer): string {
  let text = ''
  for (let at = 0; at < buffer.length; at++) {
    const line = buffer.getLine(at)
    const next = buffer.getLine(at + 1)
    // A line that was too long for the window goes on in the next one.
    text += line?.translateToString(!next?.isWrapped) ?? ''
    if (!next?.isWrapped) text += '\n'
  }
  return text.trimEnd() + '\n'
}

/** Keys the terminal leaves to the page: quick actions, and Shift+Tab, by which a keyboard gets out again. */
const belongsToPage = (event: KeyboardEvent): boolean =>
  (event.key === 'Tab' && event.shiftKey) || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k')
