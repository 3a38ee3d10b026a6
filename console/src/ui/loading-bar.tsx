import { useEffect, useState } from 'react'

/** A thin bar along the top of the window while `busy`, from 20 ms on. */
export function LoadingBar({ busy }: { busy: boolean }) {
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setVisible(busy), busy ? 20 : 0)
    return () => clearTimeout(timer)
  }, [busy])
  if (!visible) return null
  return (
    <div className="fixed inset-x-0 top-0 z-70 h-0.5 overflow-hidden" role="progressbar" aria-label="Loading">
      <div className="h-full w-full origin-left animate-loading bg-accent" />
    </div>
  )
}
