import { useLayoutEffect, useReducer, useRef } from 'react'
import { browserStorage } from './browser-storage.ts'
import { isCovered } from './layers.ts'
import { createStore, useStore } from './store.ts'

/** `?`, `mod+k`, `shift+x`, `mod+Enter`, or a sequence: `g p`. Letters in lower case. */
export type Keys = string

type Handler = (event: KeyboardEvent) => void

const storageKey = 'skerry.single-keys'
const singleKeys = createStore(browserStorage.read(storageKey) !== 'off')
const handlers = new Map<Keys, Handler[]>()
let sequence: { first: string; at: number } | null = null

export const useSingleKeys = (): boolean => useStore(singleKeys)

/** Switches the single-letter keys on or off, for good. */
export function setSingleKeys(on: boolean): void {
  browserStorage.write(storageKey, on ? null : 'off')
  singleKeys.set(on)
}

/** Runs `handler` for these keys until what it returns is called; the one added last wins. */
export function addHotkey(keys: Keys, handler: Handler): () => void {
  handlers.set(keys, [...(handlers.get(keys) ?? []), handler])
  return () => {
    const others = (handlers.get(keys) ?? []).filter((each) => each !== handler)
    if (others.length > 0) handlers.set(keys, others)
    else handlers.delete(keys)
  }
}

/**
 * Runs the handler of `keys` while the caller is mounted; the one mounted last wins. Single keys are ignored in fields,
 * in menus, in `data-no-hotkeys` (the terminal) and under panels and modals; chords with mod work everywhere.
 * A control may also declare `data-hotkey="r"`: the key then focuses it where it is a field, else clicks it.
 */
export function useHotkey(keys: Keys, handler: Handler, on = true): void {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  const [, draw] = useReducer((count: number) => count + 1, 0)
  // Before the page is painted: a user may press a key at once. Stores are watched after that alone; drawing first
  // runs what is due, so that the next key finds what this one opened.
  useLayoutEffect(() => {
    if (!on) return
    return addHotkey(keys, (event) => {
      latest.current(event)
      draw()
    })
  }, [keys, on])
}

/** The character of a key; of a letter in another script the one that Latin keyboards have in its place. */
function keyOf({ key, code }: KeyboardEvent): string {
  if (key.length > 1) return key
  return key > '~' && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key.toLowerCase()
}

/**
 * Whether Ctrl, Cmd or Alt is held, and not to type a character: AltGr types `[` on many keyboards, and some systems
 * report it as Ctrl and Alt.
 */
export const isChord = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')

/** The name of the chord an event makes: `mod+k`, `shift+x`, `?`. */
function chordOf(event: KeyboardEvent): string {
  const key = keyOf(event)
  const held = isChord(event)
  const mod = held && (event.ctrlKey || event.metaKey) && 'mod'
  const alt = held && event.altKey && 'alt'
  const shift = event.shiftKey && /^[a-z]$/.test(key) && 'shift'
  return [mod, alt, shift, key].filter(Boolean).join('+')
}

const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])
const ignoredWithin = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [data-no-hotkeys]'
const tickable = 'input[type=checkbox], input[type=radio]'

const isIgnored = (target: EventTarget | null) =>
  isCovered() || (target instanceof Element && !target.matches(tickable) && target.closest(ignoredWithin) !== null)

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || modifiers.has(event.key)) return
  const chord = chordOf(event)
  if (/^(mod|alt)\+/.test(chord)) {
    // Held down it would repeatedly open and close its target.
    if (event.repeat) return void (find(chord) && event.preventDefault())
  } else {
    if (!singleKeys.get() || isIgnored(event.target)) return
    // Enter and Space belong to the focused control.
    if (/^(Enter| )$/.test(chord) && event.target instanceof Element && event.target.closest('a, button, summary'))
      return
  }
  const second = sequence && event.timeStamp - sequence.at < 1500 ? `${sequence.first} ${chord}` : null
  sequence = null
  if (second && run(second, event)) return
  if ([...handlers.keys()].some((keys) => keys.startsWith(`${chord} `))) {
    sequence = { first: chord, at: event.timeStamp }
    return
  }
  run(chord, event)
}

const find = (keys: Keys): Handler | HTMLElement | null =>
  handlers.get(keys)?.at(-1) ?? document.querySelector<HTMLElement>(`[data-hotkey="${CSS.escape(keys)}"]`)

function run(keys: Keys, event: KeyboardEvent): boolean {
  const found = find(keys)
  if (!found) return false
  event.preventDefault()
  if (typeof found === 'function') found(event)
  else if (found.matches('input')) found.focus()
  else found.click()
  return true
}

/** Listens for the page's keys; called once, where the app starts. */
export const startHotkeys = (): void => addEventListener('keydown', onKeyDown)
