import { formatPercent } from '~/lib/format/numbers.ts'

interface ShareProps {
  /** Undefined where it is not known. */
  provisioned: number | undefined
  quota: number
  inWords: (amount: number) => string
}

export const Share = ({ provisioned, quota, inWords }: ShareProps) =>
  provisioned === undefined ? (
    <span>{inWords(quota)}</span>
  ) : (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span>
        {inWords(provisioned)} / {inWords(quota)}
      </span>
      <span className="text-sm text-ink-3">{formatPercent(provisioned, quota)}</span>
    </span>
  )
