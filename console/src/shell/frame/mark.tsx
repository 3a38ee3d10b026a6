export const Mark = ({ size = 26 }: { size?: number }) => (
  <svg viewBox="0 0 26 26" width={size} height={size} className="flex-none" aria-hidden="true">
    <rect width="26" height="26" rx="6" fill="var(--accent-fill)" />
    <g fill="none" stroke="var(--accent-ink)" strokeWidth="1.7" strokeLinecap="round" strokeLinejoin="round">
      <path d="M4 18c2.2 0 2.2-1.6 4.5-1.6S10.8 18 13 18s2.3-1.6 4.5-1.6S19.8 18 22 18" />
      <path d="M7.5 13.6 12 6.5l2.6 3.6 1.5-1.7 3 5.2" />
    </g>
  </svg>
)
