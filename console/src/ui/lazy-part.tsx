import { Component, type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'
import { CodeUnavailable, fetchCode } from '~/lib/code.ts'
import { messageOf } from '~/lib/errors.ts'
import { toast } from '~/lib/toast.ts'
import { LoadingLayer } from './loading-layer.tsx'

const ignore = () => {}

/** Forgets a failed load, which `lazy` would keep for good. */
const forget = new WeakMap<CodeUnavailable, () => void>()

export type LazyPart<P> = ComponentType<P> & {
  /** Loads the code on hover or focus. A failure is retried when it is shown. */
  prefetch: () => Promise<void>
}

const aheadParts = new Set<() => Promise<void>>()

/**
 * Fetches the parts that any page may open; for when the browser is idle. One after the other: a browser has six
 * connections to a server, and what the page reads needs them, most of all when some died without a word.
 */
export async function prefetchAhead(): Promise<void> {
  for (const prefetch of aheadParts) await prefetch()
}

/**
 * A component whose code loads when it is first shown, within a `PartBoundary`. @param when `ahead` where any page may
 * open it: its code then loads while the browser is idle
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  when?: 'ahead',
): LazyPart<P> {
  const fetchPart = () =>
    fetchCode(load).catch((error: unknown) => {
      if (error instanceof CodeUnavailable) forget.set(error, () => (Part = lazy(fetchPart)))
      throw error
    })
  let Part: ComponentType<P> = lazy(fetchPart)
  const prefetch = () => load().then(ignore, ignore)
  if (when === 'ahead') aheadParts.add(prefetch)
  return Object.assign((props: P) => createElement(Part, props), { prefetch })
}

interface PartBoundaryProps {
  children: ReactNode
  /** Shown until the code is there. By default what can be closed already covers the page. */
  fallback?: ReactNode
  /** Shown instead of a part that failed. */
  failed?: ReactNode
  /** Closes what failed, or what Esc cancels while it loads; opening it retries. */
  onFailed?: () => void
  /** Shows no toast: for toasts themselves, and for parts that the user did not ask for. */
  quiet?: boolean
}

/** Keeps the failure of a part from the page around it: where its code is missing, or it throws, a toast shows. */
export class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  override componentDidCatch(error: unknown) {
    if (error instanceof CodeUnavailable) forget.get(error)?.()
    if (!this.props.quiet) toast({ variant: 'error', title: 'Could not open', content: messageOf(error) })
    this.props.onFailed?.()
  }

  override render() {
    const { children, failed = null, onFailed, quiet } = this.props
    const { fallback = onFailed && !quiet && <LoadingLayer onCancel={onFailed} /> } = this.props
    return this.state.hasFailed ? failed : <Suspense fallback={fallback}>{children}</Suspense>
  }
}
