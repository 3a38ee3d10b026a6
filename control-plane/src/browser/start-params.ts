import { PGlite } from '@electric-sql/pglite'

const settings = {
  // All state is in memory: a log that is kept for a crash, or written twice for one, only takes room.
  wal_recycle: 'off',
  full_page_writes: 'off',
  min_wal_size: '2MB',
  max_wal_size: '8MB',
  // Less to set up at the start.
  shared_buffers: '16MB',
  max_connections: '5',
}

/** How PostgreSQL is started in a page, and for making what a page starts from. */
export const startParams = [
  ...PGlite.defaultStartParams,
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]
