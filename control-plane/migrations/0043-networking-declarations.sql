-- Declarations of system networking that are pending, for changes that join one.
create index sagas_networking_declarations on sagas (id) where name = 'networking-declare' and state = 'running';
