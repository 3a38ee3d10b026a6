import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { announce } from './announcer.tsx'
import { ToneMark, type Tone } from './badge.tsx'
import { IconButton } from './icon-button.tsx'
import { useStore } from './store.ts'
import { dismissToast, type Toast, type ToastVariant, defaultTitle, toasts } from './toast.ts'

const tone: Record<ToastVariant, Tone> = { success: 'ok', error: 'bad', info: 'idle', notice: 'busy' }

/** Where toasts stack, bottom-left; mounted once beside the app. */
export function ToastViewport() {
  const now = useStore(toasts)
  return (
    <section
      aria-label="Notifications"
      // Spared by open dialogs, which hide all else from screen readers; the announcer does the speaking.
      aria-live="off"
      className="pointer-events-none fixed bottom-6 left-6 z-60 flex max-w-[min(26rem,calc(100vw-3rem))] flex-col items-start gap-2"
    >
      {now.map((each) => (
        <ToastCard key={each.id} toast={each} />
      ))}
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  // A plain outcome needs no heading for the eye: its mark and its sentence say it.
  const titleShown = !toast.content || toast.variant === 'error' || toast.title !== defaultTitle[toast.variant]

  useEffect(() => announce(card.current?.querySelector('[data-text]')?.textContent ?? ''), [])

  useEffect(() => {
    if (held || toast.timeout === null) return
    const timer = setTimeout(() => dismissToast(toast.id), toast.timeout)
    return () => clearTimeout(timer)
  }, [held, toast])

  return (
    <div
      ref={card}
      data-variant={toast.variant}
      className="popup pointer-events-auto flex max-w-full animate-rise items-start gap-2.5 py-2.5 pr-2 pl-3.5"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="flex h-7 items-center">
        <ToneMark tone={tone[toast.variant]} />
      </span>
      <div data-text className="min-w-0 py-1 [overflow-wrap:anywhere]">
        <div className={titleShown ? `font-medium ${toast.variant === 'error' ? 'text-bad' : ''}` : 'sr-only'}>
          {toast.title}{' '}
        </div>
        {toast.content}
      </div>
      <IconButton label="Dismiss" icon={<X />} variant="quiet" size="sm" onClick={() => dismissToast(toast.id)} />
    </div>
  )
}
