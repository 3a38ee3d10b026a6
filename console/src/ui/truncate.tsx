import type { ReactNode } from 'react'
import { useTooltip } from './tooltip.tsx'

export const isCut = (element: HTMLElement): boolean => element.scrollWidth > element.clientWidth

/** Text in one line, cut at its end beside something that stays whole; on phones it wraps. The tooltip has all of it. */
export const Cut = ({ children }: { children: ReactNode }) => (
  <span className="min-w-0 sm:truncate" {...useTooltip((element) => element.textContent, isCut)}>
    {children}
  </span>
)

/** Shorter ones fit each column, but the narrowest. */
const LONG_NAME = 24
const NAME_END = 8

const isHeadCut = (element: HTMLElement): boolean => isCut(element.firstElementChild as HTMLElement)

/**
 * A name in one line, cut before its last letters, in which names often differ; on phones it wraps. The whole is in the
 * tooltip, and for screen readers in the name.
 */
export function CutName({ name }: { name: string }) {
  const tooltip = useTooltip(name, isHeadCut)
  if (name.length <= LONG_NAME) return name
  return (
    <span {...tooltip} className="min-w-0 sm:flex">
      <span
        aria-hidden="true"
        data-text={name.slice(0, -NAME_END)}
        className="before:content-[attr(data-text)] sm:truncate"
      />
      <span aria-hidden="true" data-text={name.slice(-NAME_END)} className="before:content-[attr(data-text)]" />
      <span className="sr-only">{name}</span>
    </span>
  )
}

/** `935499b3…eece4` */
export function cutInMiddle(text: string, length: number): string {
  const tail = Math.floor((length - 1) * 0.4)
  return text.length > length ? `${text.slice(0, length - 1 - tail)}…${text.slice(-tail)}` : text
}

/** An id cut in its middle. The whole is in the tooltip, and for screen readers in the name. */
export function ShortId({ id, length = 14 }: { id: string; length?: number }) {
  const short = cutInMiddle(id, length)
  const tooltip = useTooltip(short === id ? null : id)
  return (
    <span {...tooltip} className="text-mono min-w-0 truncate">
      <span aria-hidden="true">{short}</span>
      <span className="sr-only">{id}</span>
    </span>
  )
}
