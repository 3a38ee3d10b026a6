/** A grey block for a value that is loading. @param width any CSS length. */
export const Skeleton = ({ width = '6ch' }: { width?: string }) => (
  <span
    aria-hidden="true"
    style={{ width }}
    className="inline-block h-3 max-w-full animate-breathe rounded-sm bg-line align-middle"
  />
)
