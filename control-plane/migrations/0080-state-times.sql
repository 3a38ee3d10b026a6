-- Since when a disk or an image is in its state and a floating IP attached or not, for what needs attention: a lock, a new
-- name or a snapshot moves time_modified.

alter table disks add column time_state_updated timestamptz;
alter table images add column time_state_updated timestamptz;
alter table external_ips add column time_attachment_updated timestamptz;
update disks set time_state_updated = time_modified;
update images set time_state_updated = time_modified;
update external_ips set time_attachment_updated = time_modified;
alter table disks alter column time_state_updated set not null;
alter table images alter column time_state_updated set not null;
alter table external_ips alter column time_attachment_updated set not null;

create function note_state_time() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.time_state_updated := coalesce(new.time_state_updated, new.time_modified);
  -- A snapshot of a detached disk puts it in maintenance for a moment.
  elsif new.state <> old.state
    and not (old.state in ('detached', 'maintenance') and new.state in ('detached', 'maintenance')) then
    new.time_state_updated := new.time_modified;
  end if;
  return new;
end $$;
create trigger note_state_time before insert or update of state on disks
  for each row execute function note_state_time();
create trigger note_state_time before insert or update of state on images
  for each row execute function note_state_time();

create function note_attachment_time() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.time_attachment_updated := coalesce(new.time_attachment_updated, new.time_modified);
  elsif new.instance_id is distinct from old.instance_id then
    new.time_attachment_updated := new.time_modified;
  end if;
  return new;
end $$;
create trigger note_attachment_time before insert or update of instance_id on external_ips
  for each row execute function note_attachment_time();

drop index disks_state, disks_faulted, images_faulted, external_ips_unattached;
create index disks_state on disks (project_id, state, time_state_updated, id);
create index disks_faulted on disks (project_id, time_state_updated, id) where state = 'faulted';
create index images_faulted on images (project_id, time_state_updated, id) where state = 'faulted';
create index external_ips_unattached on external_ips (project_id, time_attachment_updated, id)
  where kind = 'floating' and instance_id is null;

-- The latest changes of a project are those of its history.
drop index instances_modified, disks_modified, snapshots_modified, images_modified, vpcs_modified, external_ips_modified;
