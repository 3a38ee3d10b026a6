import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useBarClearance } from '~/lib/action-bars.ts'
import { announce } from '~/lib/announce.ts'
import { useStore } from '~/lib/store.ts'
import { defaultTitle, type ToastVariant, waitingToasts } from '~/lib/toast.ts'
import { ToneMark, type Tone } from './badge.tsx'
import { IconButton } from './icon-button.tsx'

interface ToastData {
  variant: ToastVariant
  content: ReactNode
}

const tone: Record<ToastVariant, Tone> = { success: 'ok', error: 'bad', info: 'idle', notice: 'busy' }

/** Where toasts stack, bottom-left; mounted once beside the app. */
export default function Toasts() {
  return (
    <Toast.Provider limit={Infinity}>
      <Stack />
    </Toast.Provider>
  )
}

function Stack() {
  const waiting = useStore(waitingToasts)
  const { toasts, add } = Toast.useToastManager<ToastData>()
  const clearance = useBarClearance()
  useEffect(() => {
    // The waiting toasts may be more than when this rendered.
    const arrived = waitingToasts.get()
    if (arrived.length === 0) return
    waitingToasts.set([])
    for (const { variant = 'success', title = defaultTitle[variant], content, timeout } of arrived) {
      const lasts = timeout === undefined ? (variant === 'error' ? 15_000 : 5000) : (timeout ?? 0)
      add({ title, timeout: lasts, data: { variant, content } })
    }
  }, [waiting, add])
  return (
    <Toast.Viewport
      // Spared by open dialogs, which hide all else from screen readers; the announcer does the speaking.
      aria-live="off"
      style={{ bottom: `calc(1.5rem + ${clearance}px)` }}
      className="pointer-events-none fixed left-6 z-60 flex max-w-[min(26rem,calc(100vw-3rem))] flex-col-reverse items-start gap-2"
    >
      {toasts.map((each) => (
        <Card key={each.id} toast={each} />
      ))}
    </Toast.Viewport>
  )
}

function Card({ toast }: { toast: Toast.Root.ToastObject<ToastData> }) {
  const { variant, content } = toast.data!
  const words = useRef<HTMLDivElement>(null)
  // A plain outcome needs no visible heading: its mark and its sentence are enough.
  const titleShown = !content || variant === 'error' || toast.title !== defaultTitle[variant]

  useEffect(() => announce(words.current?.textContent ?? ''), [])

  return (
    <Toast.Root
      toast={toast}
      data-toast
      swipeDirection={['left', 'down']}
      className="popup pointer-events-auto flex max-w-full animate-rise items-start gap-2.5 py-2.5 pr-2 pl-3.5"
    >
      <span className="flex h-7 items-center">
        <ToneMark tone={tone[variant]} />
      </span>
      <div ref={words} className="min-w-0 py-1 [overflow-wrap:anywhere]">
        <Toast.Title
          render={<div />}
          className={titleShown ? `font-medium ${variant === 'error' ? 'text-bad' : ''}` : 'sr-only'}
        >
          {toast.title}{' '}
        </Toast.Title>
        <Toast.Description render={<div />}>{content}</Toast.Description>
      </div>
      <Toast.Close render={<IconButton label="Dismiss" icon={<X />} variant="quiet" size="sm" />} />
    </Toast.Root>
  )
}
