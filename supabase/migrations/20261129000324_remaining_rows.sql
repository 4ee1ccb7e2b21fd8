-- Keep the contact of an application, with its notes and its state, while rows of the application remain.

-- As before, but erases the contact only with the last row of its application. Else it is listed anew.
create or replace function funil.erase_contacts_of_applications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for the consumer of changes, which may be adding these rows (store/postgres/advisory-locks.ts: contacts).
  perform pg_advisory_xact_lock(7370214460);
  delete from funil.contacts using gone where application_id = gone.id
    and not exists (select from public.applications as remaining where remaining.id = gone.id)
    and not exists (select from public.application_drafts as remaining where remaining.id = gone.id);
  insert into funil.changes (kind, key)
    select distinct 'contact', 'application:' || id from gone
    where exists (select from public.applications as remaining where remaining.id = gone.id)
      or exists (select from public.application_drafts as remaining where remaining.id = gone.id);
  return null;
end $$;

insert into funil.migrations (version) values (324);
