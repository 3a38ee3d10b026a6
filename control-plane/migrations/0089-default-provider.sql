-- The provider that the sign-in page leads to: the last that was made it, else the silo's oldest. Until now it was the
-- first by name.
alter table saml_identity_providers add column time_made_default timestamptz;
update saml_identity_providers p set time_made_default = p.time_created
  where not exists (
    select from saml_identity_providers other where other.silo_id = p.silo_id and other.name < p.name);
create index saml_identity_providers_default
  on saml_identity_providers (silo_id, time_made_default desc nulls last, time_created, name);
