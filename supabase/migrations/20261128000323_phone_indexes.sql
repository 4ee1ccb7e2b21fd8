-- Keep a capture and its judgment quick, however many rows have the same phone.

-- Find the rows of a phone around a time; they replace indexes of the phone alone.
create index leads_by_phone_and_time on public.leads (phone_key, created_at) where phone_key is not null;
create index applications_by_phone_and_time on public.applications (phone_key, created_at)
  where phone_key is not null;
drop index public.leads_by_phone;
drop index public.applications_by_phone;

-- Finds the leads of a phone that forms without scripts stored (trigger write_unless_repeated). It says `cast` instead of
-- `::`, because SQLite has the same index.
create index leads_by_form on public.leads (phone_key, nome, created_at)
  where substr(cast(idempotency_key as text), 15, 1) = '8';

insert into funil.migrations (version) values (323);
