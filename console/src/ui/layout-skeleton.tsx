/** Bar and sidebar without content, as index.html draws them before the script runs. */
export const LayoutSkeleton = () => (
  <div className="frame !block" aria-hidden="true">
    <div className="frame-bar" />
    <div className="frame-rail" />
  </div>
)
