-- Updates: what operators trust, the repositories that they uploaded, and the release that the system is to run.

create table update_trust_roots (
  id uuid primary key,
  root_role jsonb not null,
  time_created timestamptz not null
);
create unique index update_trust_roots_role on update_trust_roots (md5(root_role::text));

-- The archive of each lies in the data folder under this id.
create table update_repositories (
  id uuid primary key,
  system_version text collate "C" not null unique,
  file_name text not null,
  hash text not null,
  targets_role_version bigint not null,
  valid_until timestamptz not null,
  time_created timestamptz not null
);

-- An artifact is the same in every repository that has it.
create table update_artifacts (
  id uuid primary key,
  name text collate "C" not null,
  version text collate "C" not null,
  kind text collate "C" not null,
  hash text not null,
  size bigint not null,
  unique (name, version, kind)
);

create table update_repository_artifacts (
  repository_id uuid not null references update_repositories,
  artifact_id uuid not null references update_artifacts,
  primary key (repository_id, artifact_id)
);
create index update_repository_artifacts_artifact on update_repository_artifacts (artifact_id);

-- All of this is changed under its one row. rollout_saga_id names the saga that brings the hardware to it.
create table target_release (
  only_one boolean primary key default true check (only_one),
  generation bigint not null default 1,
  system_version text,
  time_requested timestamptz not null default now(),
  rollout_saga_id uuid
);
insert into target_release default values;

-- What runs the system. No references, as with instances: hardware is known once the platform has told of it.
create table release_components (
  id uuid primary key,
  kind text not null check (kind in ('sled', 'switch')),
  serial text not null,
  generation bigint not null,
  state text not null check (state in ('waiting', 'updating', 'updated', 'failed')),
  system_version text,
  problem text,
  time_modified timestamptz not null
);
