-- A request reports the outcome of the sagas that it began and of those that these began: each names the one that began
-- it. A saga that was begun by another's tree, or that no request waits for, has no parent.
alter table sagas add column parent_id uuid;
update sagas set parent_id = root_id where root_id <> id;
create index sagas_parent on sagas (parent_id) where parent_id is not null;
alter table sagas drop column root_id;
