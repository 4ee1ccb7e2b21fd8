-- The change log: a queue of rows whose consequences are not written yet.

-- A row per change. The transaction that stores a row adds its change; the consumer (deliveries/outbox/consume-changes.ts)
-- writes its consequences into the contact list and the outbox, and deletes it. PostgreSQL gives numbers before the commit,
-- and in no order of commits: a queue needs no order.
create table funil.changes (
  -- A destination receives changes with greater numbers than those given before it was added.
  number bigint generated always as identity primary key,
  -- lead, application, draft, abandoned, contact, judged, sale or erasure.
  kind text not null,
  -- lead: id. application, draft, abandoned: save_id. contact, judged: lead:<id> or application:<id>, to list it
  -- anew, or to have its visit and its conversions follow a new judgement.
  -- sale: number of the milestone. erasure: JSON of the hashes in person.erased.
  key text not null,
  -- When its consequences begin; null: at once.
  due_at timestamptz
);
alter table funil.changes enable row level security;
-- Finds the changes to consume at once.
create index changes_at_once on funil.changes (number) where due_at is null;
-- Finds the changes that are due.
create index changes_due on funil.changes (due_at) where due_at is not null;

-- Records stored leads, applications and drafts; a draft may be abandoned in an hour (contacts/abandoned.ts). An import writes the
-- consequences of its leads itself, so that captures do not wait for its changes.
create function funil.record_changes() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  case tg_table_name
    when 'leads' then
      insert into funil.changes (kind, key) select 'lead', id from added where import_id is null;
    when 'applications' then
      insert into funil.changes (kind, key) select 'application', save_id from added;
    else
      insert into funil.changes (kind, key) select 'draft', save_id from added;
      insert into funil.changes (kind, key, due_at)
        select 'abandoned', save_id, created_at + interval '1 hour' from added;
  end case;
  return null;
end
$$;
revoke execute on function funil.record_changes() from public;

create trigger record_changes after insert on public.leads
  referencing new table as added for each statement execute function funil.record_changes();
create trigger record_changes after insert on public.applications
  referencing new table as added for each statement execute function funil.record_changes();
create trigger record_changes after insert on public.application_drafts
  referencing new table as added for each statement execute function funil.record_changes();

insert into funil.migrations (version) values (320);
