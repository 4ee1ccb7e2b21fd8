-- A corrected step 1, or an application sent again with other words, is a further row of the same id;
-- the newest counts. Each row has its own save_id instead: a repeat of it stores one row. Rows that
-- were there get one each.

alter table public.applications
  add column save_id uuid not null default gen_random_uuid(),
  drop constraint applications_pkey,
  add primary key (save_id);

comment on column public.applications.save_id is
  'UUID of this save; a repeat of it stores one row.';

-- Finds an application's rows, to read its newest or to forget it.
create index applications_by_id on public.applications (id, created_at);

grant insert (save_id) on public.applications to anon;

-- What counts of each application: the words saved last. A time's rows are told apart by save_id, which
-- the page makes in the order of time.
create view public.newest_applications with (security_invoker = true) as
  select distinct on (id) * from public.applications
  order by id, created_at desc, save_id desc;

revoke all on table public.newest_applications from public, anon, authenticated;

alter table public.application_drafts
  add column save_id uuid not null default gen_random_uuid(),
  drop constraint application_drafts_pkey,
  add primary key (save_id);

comment on column public.application_drafts.save_id is
  'UUID of this save; a repeat of it stores one row.';

-- Finds an application's rows, to read its newest or to forget it.
create index application_drafts_by_id on public.application_drafts (id, created_at);

grant insert (save_id) on public.application_drafts to anon;

-- What counts of each application: the words saved last. A time's rows are told apart by save_id, which
-- the page makes in the order of time.
create view public.newest_application_drafts with (security_invoker = true) as
  select distinct on (id) * from public.application_drafts
  order by id, created_at desc, save_id desc;

revoke all on table public.newest_application_drafts from public, anon, authenticated;

insert into funil.migrations (version) values (8);
