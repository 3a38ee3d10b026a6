interface Props {
  /** `Uploaded`: of what it shows a share. */
  label: string
  /** Whole, 0 to 100. */
  percent: number
  className?: string
}

export const ProgressBar = ({ label, percent, className = '' }: Props) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuenow={percent}
    aria-valuemin={0}
    aria-valuemax={100}
    className={`h-1.5 overflow-hidden rounded-full bg-sunken outline-1 -outline-offset-1 outline-line-strong ${className}`}
  >
    <div className="h-full bg-accent-fill" style={{ width: `${percent}%` }} />
  </div>
)
