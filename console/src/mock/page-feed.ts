import type * as shared from '~/shell/live/shared-feed.ts'

/** In place of the feed that tabs share: each tab has its own control plane, which a shared worker cannot reach. */
export const openSharedFeed: typeof shared.openSharedFeed = () => undefined
