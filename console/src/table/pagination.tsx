import { ChevronsUpDown } from 'lucide-react'
import { actionBar } from '~/lib/action-bars.ts'
import { Button } from '~/ui/button.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { Spinner, useLingering } from '~/ui/spinner.tsx'

interface PaginationProps<Size extends number> {
  pageSize: Size
  /** Those to choose from. */
  pageSizes: readonly Size[]
  onPageSize: (size: Size) => void
  onPrev: (() => void) | undefined
  onNext: (() => void) | undefined
  /** The requested page is loading. */
  busy?: boolean
}

/** The bar under a paged list; sticks to the bottom of what scrolls. Keys [ and ]. */
export function Pagination<Size extends number>(props: PaginationProps<Size>) {
  const { pageSize, pageSizes, onPageSize, onPrev, onNext, busy = false } = props
  const spinning = useLingering(busy)
  return (
    <nav
      ref={actionBar}
      aria-label="Pages"
      className="page-bar sticky bottom-0 z-10 mx-[calc(-1*var(--gutter))] mt-auto flex min-h-13 items-center gap-3 border-t border-line bg-ground px-(--gutter) text-md text-ink-2"
    >
      rows per page
      <MenuButton
        label={`Rows per page: ${pageSize}`}
        variant="default"
        size="sm"
        align="start"
        items={pageSizes.map((size) => ({
          label: String(size),
          checked: size === pageSize,
          onSelect: () => onPageSize(size),
        }))}
      >
        {pageSize}
        <ChevronsUpDown className="size-3.5 text-ink-3" />
      </MenuButton>
      {spinning && <Spinner label="Loading page" />}
      <div className="ml-auto flex gap-1">
        {/* They keep the focus where there is no more to turn to. */}
        <Button
          variant="quiet"
          refusal={!onPrev && 'This is the first page'}
          onClick={onPrev}
          aria-keyshortcuts="["
          data-hotkey="["
        >
          prev
        </Button>
        <Button
          variant="quiet"
          refusal={!onNext && (busy ? 'The page is loading' : 'This is the last page')}
          onClick={onNext}
          aria-keyshortcuts="]"
          data-hotkey="]"
        >
          next
        </Button>
      </div>
    </nav>
  )
}
