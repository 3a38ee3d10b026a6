/** The offset of a line and a column, which count from 1, in a text; its length at most. */
export function offsetOf(text: string, { line, column }: { line: number; column: number }): number {
  const before = text.split('\n').slice(0, line - 1)
  const start = before.reduce((sum, each) => sum + each.length + 1, 0)
  return Math.min(text.length, start + column - 1)
}

/** The word that begins at an offset; one character where none does. */
export function wordAt(text: string, offset: number): { from: number; to: number } {
  const [word] = /^[\w:@]+/.exec(text.slice(offset)) ?? []
  const from = Math.min(offset, Math.max(0, text.length - 1))
  return { from, to: Math.min(text.length, from + (word?.length ?? 1)) }
}

const copied = [
  'border-width',
  'box-sizing',
  'font',
  'letter-spacing',
  'line-height',
  'padding',
  'tab-size',
  'width',
] as const

/** Where the character at an offset is drawn in a field, in pixels from its corner, and the height of its line. */
export function placeInField(
  field: HTMLTextAreaElement,
  offset: number,
): { left: number; top: number; height: number } {
  const style = getComputedStyle(field)
  const mirror = document.createElement('div')
  for (const name of copied) mirror.style.setProperty(name, style.getPropertyValue(name))
  Object.assign(mirror.style, {
    position: 'absolute',
    visibility: 'hidden',
    borderStyle: 'solid',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  })
  const mark = document.createElement('span')
  mark.textContent = '\u200b'
  mirror.append(field.value.slice(0, offset), mark)
  document.body.append(mirror)
  const { offsetLeft: left, offsetTop: top, offsetHeight: height } = mark
  mirror.remove()
  return { left: left - field.scrollLeft, top: top - field.scrollTop, height }
}
