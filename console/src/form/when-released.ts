/** Ends of a press. Without `mouseup` ends one that became a drag or the scroll of a touch, or left the window. */
const ends = ['mouseup', 'pointercancel', 'dragend', 'blur'] as const

/** By field. */
const waiting = new Map<string, () => unknown>()

/**
 * Runs it at once, or where a mouse button is down when the press has ended, the last one of each field then: what moves
 * the page in between takes the click from the button under the mouse.
 */
export function whenReleased(field: string, run: () => unknown): void {
  if (!document.querySelector(':active')) return void run()
  waiting.set(field, run)
  for (const end of ends) addEventListener(end, onEnd, { capture: true })
}

function onEnd({ type, target }: Event): void {
  // Fields report it too, when they are left.
  if (type === 'blur' && target !== window) return
  for (const end of ends) removeEventListener(end, onEnd, { capture: true })
  const runs = [...waiting.values()]
  waiting.clear()
  // The click follows the release in the same task.
  setTimeout(() => {
    for (const run of runs) run()
  })
}
