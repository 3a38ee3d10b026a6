-- An assertion is good once in its silo, by whichever of its providers it comes.
create table assertions_of_silos (
  silo_id uuid not null references silos on delete cascade,
  assertion_hash bytea not null,
  time_expires timestamptz not null,
  primary key (silo_id, assertion_hash)
);
insert into assertions_of_silos
  select silo_id, assertion_hash, max(time_expires)
  from used_saml_assertions join saml_identity_providers on id = provider_id
  group by silo_id, assertion_hash;
drop table used_saml_assertions;
alter table assertions_of_silos rename to used_saml_assertions;
alter index assertions_of_silos_pkey rename to used_saml_assertions_pkey;
create index used_saml_assertions_expires on used_saml_assertions (time_expires);
