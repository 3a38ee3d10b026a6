import { announce } from './announce.ts'
import { toast } from './toast.ts'

/** Puts the text on the clipboard and announces it. @returns false where the browser refused. */
export async function copyText(text: string): Promise<boolean> {
  const done = navigator.clipboard
    ? await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      )
    : copyBySelection(text)
  announce(done ? 'Copied' : 'The browser refused to copy')
  return done
}

/** The same for a menu, which is closed by then: a toast shows the result. */
export async function copyFromMenu(text: string): Promise<void> {
  if (await copyText(text)) toast({ variant: 'success', title: 'Copied', timeout: 2000 })
  else toast({ variant: 'error', title: 'The browser refused to copy' })
}

/** For pages loaded over plain HTTP, where browsers have no clipboard API. Keeps selection and focus. */
function copyBySelection(text: string): boolean {
  const selection = getSelection()
  const ranges = Array.from({ length: selection?.rangeCount ?? 0 }, (_, index) => selection!.getRangeAt(index))
  const mark = document.createElement('span')
  mark.textContent = text
  mark.style.cssText = 'position: fixed; top: 0; clip-path: inset(50%); white-space: pre; user-select: text'
  mark.addEventListener('copy', (event) => {
    event.preventDefault()
    event.stopPropagation()
    event.clipboardData?.setData('text/plain', text)
  })
  document.body.append(mark)
  selection?.selectAllChildren(mark)
  // Deprecated, but the only way over plain HTTP.
  const done = document.execCommand('copy')
  mark.remove()
  selection?.removeAllRanges()
  for (const range of ranges) selection?.addRange(range)
  return done
}
