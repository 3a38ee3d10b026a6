-- A request waits for the sagas that it began and all that these began in turn: they share a root.
-- `failure` is what it is answered when one fails; `waits_for` names the saga whose end another waits for.
alter table sagas
  add column root_id uuid,
  add column failure jsonb,
  add column waits_for uuid;
update sagas set root_id = id;
alter table sagas alter column root_id set not null;
create index sagas_root on sagas (root_id);
create index sagas_waiting on sagas (waits_for) where waits_for is not null;

-- The saga that owns a thing while it is made, attached, detached or otherwise between two lasting states.
alter table disks add column saga_id uuid;
alter table snapshots add column saga_id uuid;
alter table images add column saga_id uuid;

-- A disk that was still being made when it was to be attached is made first: its attachment is taken back. With a new
-- instance it is made as the instance's own disks are.
update disks d set state = 'creating', instance_id = null from sagas a
where d.state = 'attaching' and not d.has_volume
  and a.state in ('running', 'stuck') and a.name = 'disk-attach' and a.data ->> 'diskId' = d.id::text;
update sagas a set state = 'undone' from disks d
where a.state in ('running', 'stuck') and a.name = 'disk-attach' and a.data ->> 'diskId' = d.id::text
  and d.state = 'creating';
update sagas s set data = s.data || jsonb_build_object(
  'newVolumes', (s.data -> 'newVolumes') || coalesce((
    select jsonb_agg(v) from jsonb_array_elements(s.data -> 'oldVolumes') v join disks d on d.id::text = v ->> 'id'
    where not d.has_volume), '[]'),
  'oldVolumes', coalesce((
    select jsonb_agg(v) from jsonb_array_elements(s.data -> 'oldVolumes') v
    where not exists (select 1 from disks d where d.id::text = v ->> 'id' and not d.has_volume)), '[]'))
where s.state in ('running', 'stuck') and s.name = 'instance-create';
update sagas c set state = 'done' from disks d
where c.state in ('running', 'stuck') and c.name = 'disk-create' and c.data -> 'volume' ->> 'id' = d.id::text
  and d.state = 'attaching' and not d.has_volume;

-- What is under way belongs to the saga that does it.
update disks d set saga_id = s.id from sagas s
where s.state in ('running', 'stuck')
  and d.state in ('creating', 'attaching', 'detaching', 'finalizing', 'maintenance')
  and (s.name = 'disk-create' and d.instance_id is null and s.data -> 'volume' ->> 'id' = d.id::text
    or s.name in ('disk-attach', 'disk-detach', 'disk-finalize') and s.data ->> 'diskId' = d.id::text
    or s.name = 'snapshot-create' and s.data ->> 'holdsDisk' = 'true' and s.data ->> 'diskId' = d.id::text
    or s.name = 'instance-create' and d.state in ('creating', 'attaching')
      and s.data ->> 'instanceId' = d.instance_id::text
    or s.name = 'instance-delete' and d.state = 'detaching' and s.data ->> 'instanceId' = d.instance_id::text);
update snapshots n set saga_id = s.id from sagas s
where s.state in ('running', 'stuck') and n.state = 'creating'
  and s.name in ('disk-finalize', 'snapshot-create') and s.data ->> 'snapshotId' = n.id::text;
update images i set saga_id = s.id from sagas s
where s.state in ('running', 'stuck') and i.state = 'creating'
  and s.name = 'image-create' and s.data -> 'image' ->> 'id' = i.id::text;

-- Records of sagas whose steps or data are others from here on.
update sagas s set data = (s.data - 'holdsDisk') || jsonb_build_object(
  'ownsDisk', coalesce(s.data ->> 'holdsDisk' = 'true', false),
  'siloId', (select p.silo_id from projects p where p.id = coalesce(
    (select n.project_id from snapshots n where n.id::text = s.data ->> 'snapshotId'),
    (select d.project_id from disks d where d.id::text = s.data ->> 'diskId'))))
where s.state in ('running', 'stuck') and s.name in ('disk-finalize', 'snapshot-create');
update sagas set state = 'done' where state in ('running', 'stuck') and name = 'disk-attach' and step = 3;
update sagas set state = 'done'
where state in ('running', 'stuck') and name = 'image-create' and step = 1 and data ->> 'deleted' is distinct from 'true';
update sagas set name = 'image-delete', step = 0, data = jsonb_build_object('imageId', data -> 'image' -> 'id')
where state in ('running', 'stuck') and name = 'image-create' and step = 1;
