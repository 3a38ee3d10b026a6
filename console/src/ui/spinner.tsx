import { useEffect, useRef, useState } from 'react'

/** A turning ring in the text's colour. @param label said to screen readers; none where the text beside it says it. */
export function Spinner({ label, size = 14 }: { label?: string; size?: number }) {
  return (
    <span
      role={label ? 'status' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      style={{ width: size, height: size }}
      className="inline-block flex-none animate-turn rounded-full border-(length:--ring) border-current border-r-transparent motion-reduce:border-dotted"
    />
  )
}

/** True while `busy` and until 500 ms after it began, so that a spinner never flickers. */
export function useLingering(busy: boolean, least = 500): boolean {
  const [shown, setShown] = useState(busy)
  const since = useRef(0)
  useEffect(() => {
    if (busy) since.current = Date.now()
    const left = busy ? 0 : Math.max(0, since.current + least - Date.now())
    const timer = setTimeout(() => setShown(busy), left)
    return () => clearTimeout(timer)
  }, [busy, least])
  return busy || shown
}
