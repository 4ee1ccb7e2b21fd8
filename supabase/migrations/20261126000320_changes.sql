-- The change log: a queue of rows whose consequences are not written yet.

-- One row per change. The transaction that stores a row adds its change; a consumer writes its consequences and deletes it.
create table funil.changes (
  -- Order in which changes were recorded.
  number bigint generated always as identity primary key,
  -- lead or application.
  kind text not null,
  -- The id of the lead, or the save_id of the application.
  key text not null
);
alter table funil.changes enable row level security;

-- Records stored leads and applications. An import writes the consequences of its leads itself, so that captures do not wait
-- for its changes.
create function funil.record_changes() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'leads' then
    insert into funil.changes (kind, key) select 'lead', id from added where import_id is null;
  else
    insert into funil.changes (kind, key) select 'application', save_id from added;
  end if;
  return null;
end
$$;
revoke execute on function funil.record_changes() from public;

create trigger record_changes after insert on public.leads
  referencing new table as added for each statement execute function funil.record_changes();
create trigger record_changes after insert on public.applications
  referencing new table as added for each statement execute function funil.record_changes();

insert into funil.migrations (version) values (320);
