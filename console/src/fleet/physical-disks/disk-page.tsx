import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { SledLink } from '~/fleet/hardware-links.tsx'
import { hardwareTrouble } from '~/fleet/hardware-state.tsx'
import { policyLabel } from '~/fleet/sleds/sled-words.ts'
import { formatBytes } from '~/lib/format/numbers.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { IdentityFacts } from '~/shell/page/metadata.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import { StateBadge } from '~/ui/badge.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { diskStanding, formFactorLabel } from './disk-columns.tsx'
import { physicalDiskQuery } from './queries.ts'

const route = getRouteApi('/_app/system/inventory/disks/$diskId')

export function PhysicalDiskPage() {
  const { diskId } = route.useParams()
  const query = useSuspenseQuery(physicalDiskQuery(diskId))
  const disk = query.data
  const { key, label, tone } = diskStanding(disk)
  return (
    <>
      <PageHeader
        title={disk.serial}
        badge={<StateBadge state={key} label={label} tone={tone} />}
        refresh={refreshOf(query)}
      >
        <MenuButton
          label="Disk actions"
          variant="default"
          items={rowMenu(disk.id, copyRequest('physicalDiskView', { path: { diskId: disk.id } }))}
        />
      </PageHeader>
      <div className="pb-7">
        <Facts>
          <Fact label="Form factor">{formFactorLabel[disk.formFactor]}</Fact>
          <Fact label="Vendor">{disk.vendor}</Fact>
          <Fact label="Model">
            <span className="text-mono">{disk.model}</span>
          </Fact>
          <Fact label="Serial number">
            <span className="text-mono">{disk.serial}</span>
          </Fact>
          <Fact label="Size">{disk.size === undefined ? null : formatBytes(Number(disk.size))}</Fact>
          <Fact label="Sled">{disk.sledId ? <SledLink id={disk.sledId} /> : null}</Fact>
          <Fact label="Policy">{policyLabel[disk.policy.kind]}</Fact>
          <Fact label="State">
            <StateBadge state={disk.state} {...hardwareTrouble(disk)} />
          </Fact>
          <IdentityFacts thing={disk} />
        </Facts>
      </div>
    </>
  )
}
