-- The free address that was taken last. The next one is the next free one after it, so an address that is given back
-- rests for as long as there are others. Transactions that change it hold the same row as for the gaps.
create table ip_pool_cursors (
  owner_id uuid primary key references ip_pools on delete cascade,
  last inet not null
);
create table subnet_cursors (
  owner_id uuid primary key references subnets on delete cascade,
  last inet not null
);
