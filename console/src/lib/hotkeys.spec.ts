import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as Hotkeys from './hotkeys.ts'

/** An element of which only the selectors that it matches are known. */
class FakeElement {
  readonly selectors: readonly string[]
  focus = vi.fn<() => void>()
  click = vi.fn<() => void>()
  constructor(...selectors: string[]) {
    this.selectors = selectors
  }
  matches = (list: string) => list.split(', ').some((each) => this.selectors.includes(each))
  closest = (list: string) => (this.matches(list) ? this : null)
}

let page: EventTarget
let controls: Record<string, FakeElement>
let hotkeys: typeof Hotkeys
const body = new FakeElement('body')

beforeEach(async () => {
  page = new EventTarget()
  controls = {}
  const items = new Map<string, string>()
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  })
  vi.stubGlobal('document', {
    querySelector: (selector: string) => controls[/"(.*)"/.exec(selector)?.[1] ?? ''] ?? null,
  })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.resetModules()
  hotkeys = await import('./hotkeys.ts')
  hotkeys.startHotkeys()
})
afterEach(() => vi.unstubAllGlobals())

interface Press extends Partial<
  Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>
> {
  on?: FakeElement
  at?: number
  isComposing?: boolean
  isAltGr?: boolean
  /** Another listener has handled it. */
  isHandled?: boolean
}

/** Presses a key. @returns whether the browser was kept from its own answer to it. */
function press(key: string, { on = body, at = 0, isAltGr = false, isHandled = false, ...rest }: Press = {}): boolean {
  const event = new Event('keydown', { cancelable: true })
  const own = { key, code: '', repeat: false, isComposing: false, ...rest }
  for (const [name, value] of Object.entries({ ...own, target: on, timeStamp: at }))
    Object.defineProperty(event, name, { value })
  Object.assign(event, { getModifierState: (modifier: string) => isAltGr && modifier === 'AltGraph' })
  if (isHandled) event.preventDefault()
  page.dispatchEvent(event)
  return event.defaultPrevented
}

/** Counts what keys run. */
function counted(...keys: string[]) {
  const ran: string[] = []
  const ends = keys.map((each) => hotkeys.addHotkey(each, () => void ran.push(each)))
  return { ran, end: () => ends.forEach((end) => end()) }
}

test('the handler added last runs, and the one before it once that is gone', () => {
  const first = counted('c')
  const second = counted('c')
  expect(press('c')).toBe(true)
  expect([first.ran, second.ran]).toEqual([[], ['c']])
  second.end()
  press('C')
  expect(first.ran).toEqual(['c'])
  first.end()
  expect(press('c')).toBe(false)
})

test('a key with a modifier is not the key alone', () => {
  const { ran } = counted('k', 'x', 'mod+k', 'shift+x', '?')
  press('k', { altKey: true })
  press('k', { ctrlKey: true, shiftKey: true })
  press('k', { ctrlKey: true, altKey: true })
  press('x', { metaKey: true })
  expect(ran).toEqual([])
  press('k', { ctrlKey: true })
  press('k', { metaKey: true })
  press('X', { shiftKey: true })
  press('?', { shiftKey: true })
  expect(ran).toEqual(['mod+k', 'mod+k', 'shift+x', '?'])
})

test('keyboards that need AltGr for a sign, or have another script, reach every key', () => {
  const { ran } = counted('[', 'j', 'mod+k')
  press('[', { isAltGr: true, ctrlKey: true, altKey: true })
  press('о', { code: 'KeyJ' })
  press('л', { code: 'KeyK', ctrlKey: true })
  press('ö', { code: 'Semicolon' })
  expect(ran).toEqual(['[', 'j', 'mod+k'])
})

test('single keys are ignored in fields, menus and terminals, and while they are switched off; chords do not', () => {
  const { ran } = counted('c', 'g p', 'mod+k')
  const places = [
    new FakeElement('input'),
    new FakeElement('textarea'),
    new FakeElement('[role=menu]'),
    new FakeElement('[data-no-hotkeys]'),
  ]
  for (const on of places) expect(press('c', { on })).toBe(false)
  expect(ran).toEqual([])
  press('k', { ctrlKey: true, on: places[0]! })
  press('c', { on: new FakeElement('input', 'input[type=checkbox]') })
  expect(ran).toEqual(['mod+k', 'c'])
  hotkeys.setSingleKeys(false)
  for (const key of ['c', 'g', 'p']) press(key)
  press('k', { ctrlKey: true })
  expect(ran).toEqual(['mod+k', 'c', 'mod+k'])
  expect(localStorage.getItem('skerry.single-keys')).toBe('off')
  hotkeys.setSingleKeys(true)
  press('c')
  expect(ran.at(-1)).toBe('c')
})

test('a sequence is two keys within a moment', () => {
  const { ran } = counted('g p', 'p', 'c')
  press('g', { at: 0 })
  press('Shift', { at: 100, shiftKey: true })
  press('p', { at: 200 })
  expect(ran).toEqual(['g p'])
  press('g', { at: 1000 })
  press('p', { at: 2500 })
  expect(ran).toEqual(['g p', 'p'])
  press('g', { at: 3000 })
  press('c', { at: 3100 })
  press('p', { at: 3200 })
  expect(ran).toEqual(['g p', 'p', 'c', 'p'])
})

test('what is being composed, or was answered already, runs nothing', () => {
  const { ran } = counted('c')
  press('c', { isComposing: true })
  press('c', { isHandled: true })
  expect(ran).toEqual([])
})

test('Enter and Space belong to the control that has focus', () => {
  const { ran } = counted('Enter')
  press('Enter', { on: new FakeElement('a') })
  press('Enter', { on: new FakeElement('button') })
  expect(ran).toEqual([])
  press('Enter', { on: new FakeElement('tr') })
  expect(ran).toEqual(['Enter'])
})

test('a control may name its key: a field is focused, all else is pressed', () => {
  controls = { '/': new FakeElement('input'), r: new FakeElement('button') }
  expect([press('/'), press('r'), press('q')]).toEqual([true, true, false])
  expect(controls['/']!.focus).toHaveBeenCalledOnce()
  expect(controls['/']!.click).not.toHaveBeenCalled()
  expect(controls.r!.click).toHaveBeenCalledOnce()
})

test('a chord that is kept down runs once; a single key goes on', () => {
  const { ran } = counted('mod+k', 'j')
  press('k', { ctrlKey: true })
  expect(press('k', { ctrlKey: true, repeat: true })).toBe(true)
  press('j')
  press('j', { repeat: true })
  expect(ran).toEqual(['mod+k', 'j', 'j'])
})
