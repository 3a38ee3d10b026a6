-- A PEM chain, its leaf first, and the key of the leaf. Names and time are the leaf's and the chain's, read once.
create table certificates (
  id uuid primary key,
  silo_id uuid not null references silos on delete cascade,
  name text collate "C" not null,
  description text not null,
  cert text not null,
  private_key text not null,
  names jsonb not null,
  time_starts timestamptz not null,
  time_expires timestamptz not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (silo_id, name)
);
create index certificates_id on certificates (silo_id, id);
create index certificates_newest on certificates (silo_id, time_created, id);

-- Lists of silos leave out those that do not want to be found.
create index silos_discoverable_name on silos (name) where discoverable;
create index silos_discoverable_id on silos (id) where discoverable;

-- From where requests are taken: any address, or those in a list of networks. One row.
create table allow_list (
  only_one boolean primary key default true check (only_one),
  -- null for any
  networks jsonb,
  time_created timestamptz not null,
  time_modified timestamptz not null
);
insert into allow_list (networks, time_created, time_modified) values (null, now(), now());
