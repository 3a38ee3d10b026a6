import { Fragment } from 'react'
import { useWatch } from 'react-hook-form'
import type { Utilization } from '~/api/types.gen.ts'
import { leftOf, limitedResources, type Share, useUtilization } from '~/compute/over-limits.tsx'
import { formatBytes, formatCpus, gib, plural } from '~/lib/format/numbers.ts'
import { chosenImage, ephemeralRefusal, type InstanceDraft, type PartProps, shareOf, sizeOf } from './draft.ts'

const networkWords = ({ network, interfaces }: InstanceDraft) => {
  if (network === 'none') return 'None'
  return network === 'default' ? 'Default' : plural(interfaces.length, 'interface', 'interfaces')
}

function addressWords({ network, ephemeral, floatingIps }: InstanceDraft, available: PartProps['available']): string {
  if (network === 'none') return 'None'
  const floating = floatingIps.length > 0 && `${floatingIps.length} floating`
  return (
    [floating, ephemeral && !ephemeralRefusal(network, available) && '1 ephemeral'].filter(Boolean).join(', ') || 'None'
  )
}

function bootWords(draft: InstanceDraft, image: string | undefined): string {
  if (draft.bootTab === 'disk') return draft.bootDisk ?? 'Not chosen'
  return image ? `${image}, ${draft.bootSize ?? 0} GiB` : 'Not chosen'
}

export function Summary({ form: { control }, available }: PartProps) {
  const draft = useWatch({ control }) as InstanceDraft
  const utilization = useUtilization()
  const image = chosenImage(draft, available)
  const [ncpus, memory] = sizeOf(draft)
  const lines = [
    ['Name', draft.name || 'Not chosen'],
    ['Hardware', `${formatCpus(ncpus)}, ${formatBytes(memory * gib)}`],
    ['Boot disk', bootWords(draft, image?.name)],
    ['Additional disks', draft.disks.map(({ name, size }) => `${name}, ${size} GiB`).join('; ') || 'None'],
    ['SSH keys', String(draft.sshKeys.length)],
    ['Network', networkWords(draft)],
    ['External IPs', addressWords(draft, available)],
    ['Start', draft.start ? 'When created' : 'No'],
  ]
  return (
    <aside
      aria-label="Summary"
      className="sticky top-0 hidden w-72 flex-none self-start rounded-lg border border-line bg-surface min-[1200px]:block"
    >
      <h2 className="border-b border-line px-4 py-3 font-semibold">Summary</h2>
      <dl className="grid grid-cols-[--spacing(24)_minmax(0,1fr)] gap-x-2 gap-y-2 px-4 py-3 text-md">
        {lines.map(([term, words]) => (
          <div key={term} className="contents">
            <dt className="text-ink-2">{term}</dt>
            <dd className="[overflow-wrap:anywhere]">{words}</dd>
          </div>
        ))}
      </dl>
      {utilization && <QuotaLeft share={shareOf(draft, image)} utilization={utilization} />}
    </aside>
  )
}

const LeftCell = ({ left, inWords }: { left: number; inWords: (amount: number) => string }) => (
  <td className={`text-right tabular-nums ${left < 0 ? 'text-bad' : ''}`}>
    <span className="whitespace-nowrap">{inWords(Math.abs(left))}</span>
    {left < 0 && ' short'}
  </td>
)

interface QuotaLeftProps {
  share: Share
  utilization: Utilization
}

const QuotaLeft = ({ share, utilization }: QuotaLeftProps) => (
  <table
    aria-label="Quota"
    className="w-full border-t border-line text-left text-md [&_:is(th,td)]:px-2 [&_:is(th,td)]:py-1.5 [&_:is(th,td):first-child]:pl-4 [&_:is(th,td):last-child]:pr-4"
  >
    <thead className="text-sm text-ink-2">
      <tr>
        <th className="font-medium">Quota</th>
        <th className="text-right font-medium">Needed</th>
        <th className="text-right font-medium">Left</th>
      </tr>
    </thead>
    <tbody>
      {limitedResources.map(({ key, label, inWords }) => {
        const present = leftOf(utilization, key)
        const [left, onHardware] = [present.inQuota - share[key], present.onHardware - share[key]]
        return (
          <Fragment key={key}>
            <tr>
              <th className="font-normal text-ink-2">{label}</th>
              <td className="text-right whitespace-nowrap tabular-nums">{inWords(share[key])}</td>
              <LeftCell left={left} inWords={inWords} />
            </tr>
            {onHardware < left && (
              <tr>
                <th colSpan={2} className="font-normal text-ink-2">
                  {key === 'storage' ? 'Storage on hardware' : `${label} on the freest sled`}
                </th>
                <LeftCell left={onHardware} inWords={inWords} />
              </tr>
            )}
          </Fragment>
        )
      })}
    </tbody>
  </table>
)
