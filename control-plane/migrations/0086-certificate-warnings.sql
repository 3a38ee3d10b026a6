-- What the admin who added a certificate should know about the chain that came with it.
alter table certificates add column warnings jsonb not null default '[]';
