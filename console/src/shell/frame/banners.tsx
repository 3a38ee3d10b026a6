import type { ReactNode } from 'react'
import { codeState } from '~/lib/code.ts'
import { spanInWords } from '~/lib/format/time.ts'
import { useStore } from '~/lib/store.ts'
import { Button } from '~/ui/button.tsx'
import { clockSkew } from './clock-skew.ts'
import { connectionLost } from './connection.ts'

/** On a phone the page begins below them: they would cover its header, or a panel's title. */
function measure(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const { style } = document.documentElement
  const sizes = new ResizeObserver(() => style.setProperty('--banners', `${element.offsetHeight}px`))
  sizes.observe(element)
  return () => sizes.disconnect()
}

/** What concerns every page, also the sign-in pages, above its top edge. */
export function Banners() {
  const isLost = useStore(connectionLost)
  const skew = useStore(clockSkew)
  const isReplaced = useStore(codeState) === 'replaced'
  return (
    <div
      ref={measure}
      className="fixed inset-x-0 top-0 z-70 mx-auto flex w-fit flex-col items-center gap-2 max-sm:w-full max-sm:items-stretch"
    >
      {isLost && <Banner>Connection lost, trying again</Banner>}
      {skew !== 0 && (
        <Banner>
          The clock of this device is {spanInWords(Math.abs(skew))} {skew > 0 ? 'ahead of' : 'behind'} the server’s:
          ages and charts are wrong until it is set.
        </Banner>
      )}
      {isReplaced && (
        <Banner>
          The console was updated on the server. Reload to use the new version.
          <Button size="sm" onClick={() => location.reload()}>
            Reload
          </Button>
        </Banner>
      )}
    </div>
  )
}

const Banner = ({ children }: { children: ReactNode }) => (
  <div
    role="status"
    className="flex items-center gap-3 rounded-b-lg border border-t-0 border-busy/50 bg-raised px-4 py-2 font-medium shadow-overlay"
  >
    {children}
  </div>
)
