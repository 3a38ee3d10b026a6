-- Identity providers. What their metadata said is kept as it was when they were made: it is read once.
create table saml_identity_providers (
  id uuid primary key,
  silo_id uuid not null references silos on delete cascade,
  name text collate "C" not null,
  description text not null,
  idp_entity_id text not null,
  sp_client_id text not null,
  acs_url text not null,
  slo_url text not null,
  technical_contact_email text not null,
  group_attribute_name text,
  -- Where people are sent to sign in, and the certificates that their assertions may be signed by, as base64 of DER.
  sign_in_url text not null,
  idp_certificates jsonb not null,
  -- Base64 of DER too: signs requests, and opens what the provider encrypted.
  public_cert text,
  private_key text,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (silo_id, name),
  check ((public_cert is null) = (private_key is null))
);
create index saml_identity_providers_id on saml_identity_providers (silo_id, id);

-- Assertions that somebody has signed in with, until they expire by themselves: none is good twice.
create table used_saml_assertions (
  provider_id uuid not null references saml_identity_providers on delete cascade,
  assertion_hash bytea not null,
  time_expires timestamptz not null,
  primary key (provider_id, assertion_hash)
);
create index used_saml_assertions_expires on used_saml_assertions (time_expires);
