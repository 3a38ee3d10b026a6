/**
 * Runs it at once, or where a mouse button is down when it is up again: what moves the page in between takes the click
 * from the button under the mouse.
 */
export function whenReleased(run: () => unknown): void {
  if (!document.querySelector(':active')) return void run()
  // The click follows the release in the same task.
  addEventListener('mouseup', () => setTimeout(run), { once: true, capture: true })
}
