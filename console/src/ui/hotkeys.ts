import { useEffect, useRef } from 'react'
import { isCovered } from './layers.ts'
import { createStore, useStore } from './store.ts'

/** `?`, `mod+k`, `shift+x`, `mod+Enter`, or a sequence: `g p`. Letters in lower case. */
export type Keys = string

type Handler = (event: KeyboardEvent) => void

const storageKey = 'skerry.single-keys'
const singleKeys = createStore(localStorage.getItem(storageKey) !== 'off')
const handlers = new Map<Keys, Handler[]>()
let sequence: { first: string; at: number } | null = null

export const useSingleKeys = (): boolean => useStore(singleKeys)

/** Switches the single-letter keys on or off, for good. */
export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
  singleKeys.set(on)
}

/**
 * Runs the handler of `keys` while the caller is mounted; the one mounted last wins. Single keys rest in fields, in
 * menus, in `data-keys-rest` (the terminal) and under panels and modals; chords with mod work everywhere.
 * A control may also declare `data-hotkey="r"`: the key then focuses it where it is a field, else clicks it.
 */
export function useHotkey(keys: Keys, handler: Handler, on = true): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    if (!on) return
    const run: Handler = (event) => latest.current(event)
    handlers.set(keys, [...(handlers.get(keys) ?? []), run])
    return () => {
      handlers.set(
        keys,
        (handlers.get(keys) ?? []).filter((each) => each !== run),
      )
    }
  }, [keys, on])
}

/** The name of the chord an event makes: `mod+k`, `shift+x`, `?`. */
function chordOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.ctrlKey || event.metaKey) return `mod+${key}`
  if (event.altKey) return `alt+${key}`
  return event.shiftKey && /^[a-z]$/.test(key) ? `shift+${key}` : key
}

const restingPlace = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [data-keys-rest]'
const tickable = 'input[type=checkbox], input[type=radio]'

const rests = (target: EventTarget | null) =>
  isCovered() || (target instanceof Element && !target.matches(tickable) && target.closest(restingPlace) !== null)

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return
  const chord = chordOf(event)
  if (!/^(mod|alt)\+/.test(chord)) {
    if (!singleKeys.get() || rests(event.target)) return
    // Enter and Space belong to the control that has focus.
    if (/^(Enter| )$/.test(chord) && event.target instanceof Element && event.target.closest('a, button, summary'))
      return
  }
  const second = sequence && event.timeStamp - sequence.at < 1500 ? `${sequence.first} ${chord}` : null
  sequence = null
  if (second && run(second, event)) return
  if ([...handlers].some(([keys, list]) => list.length > 0 && keys.startsWith(`${chord} `))) {
    sequence = { first: chord, at: event.timeStamp }
    return
  }
  run(chord, event)
}

function run(keys: Keys, event: KeyboardEvent): boolean {
  const handler = handlers.get(keys)?.at(-1)
  const control = handler ? null : document.querySelector<HTMLElement>(`[data-hotkey="${CSS.escape(keys)}"]`)
  if (!handler && !control) return false
  event.preventDefault()
  handler?.(event)
  if (control?.matches('input')) control.focus()
  else control?.click()
  return true
}

/** Listens for the page's keys; called once, where the app starts. */
export const startHotkeys = (): void => addEventListener('keydown', onKeyDown)
