import { announce } from './announcer.tsx'

/** Puts the text on the clipboard and says so to screen readers. @returns false where the browser refused. */
export async function copyText(text: string): Promise<boolean> {
  const done = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  announce(done ? 'Copied' : 'The browser refused to copy')
  return Boolean(done)
}
