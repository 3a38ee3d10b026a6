-- Who calls, and which projects it has a role on, is read from the index alone.
drop index role_assignments_identity;
create index role_assignments_identity on role_assignments (identity_id, level, resource_id, role);
