/** First stop of the Tab key: jumps over bar and sidebar to the element with this id, which needs `tabIndex={-1}`. */
export const SkipLink = ({ to = 'main' }: { to?: string }) => (
  <a
    href={`#${to}`}
    className="popup sr-only z-70 px-3 py-2 font-medium focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
  >
    Skip to content
  </a>
)
