import type { ReactNode } from 'react'
import { Facts } from '~/ui/facts.tsx'
import { PageHeader, type PageHeaderProps, type Refresh } from '~/ui/page-header.tsx'
import { PageOutlet } from '~/ui/page-outlet.tsx'
import { Tabs } from '~/ui/tabs.tsx'

export interface DetailPageProps {
  title: string
  /** Its state, as a badge. */
  badge?: ReactNode
  refresh?: Refresh
  /** What such a thing is for. */
  about: NonNullable<PageHeaderProps['about']>
  /** Buttons and menu of the page. */
  actions?: ReactNode
  /** The `Fact`s under the title. */
  facts: ReactNode
  /** A remark about all tabs. */
  notice?: ReactNode
  /** `TabLink`s; the tab's route shows below them. */
  tabs: ReactNode
}

/**
 * A thing with tabs. Its layout route has `staticData: { page: true }`, so that a change of tab keeps focus and
 * scroll.
 */
export const DetailPage = ({ title, badge, refresh, about, actions, facts, notice, tabs }: DetailPageProps) => (
  <>
    <PageHeader title={title} badge={badge} about={about} {...(refresh && { refresh })}>
      {actions}
    </PageHeader>
    <div className="mb-6">
      <Facts>{facts}</Facts>
    </div>
    {notice}
    <Tabs label={title}>{tabs}</Tabs>
    {/* As on a list's own page its bar stands at the bottom. */}
    <div className="flex flex-1 flex-col not-has-[nav]:pb-7">
      <PageOutlet />
    </div>
  </>
)
