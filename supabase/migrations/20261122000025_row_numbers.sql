-- A destination hears of rows that are stored after it was added: of rows with greater numbers, because a clock
-- may be set back. The column `since` remains, for people.
alter table funil.destinations
  add column leads_after bigint not null default 0,
  add column applications_after bigint not null default 0,
  add column drafts_after bigint not null default 0,
  add column sales_after bigint not null default 0,
  add column erasures_after bigint not null default 0;
comment on column funil.destinations.leads_after is 'Hears of leads with greater ids.';
comment on column funil.destinations.applications_after is 'Hears of applications with greater numbers.';
comment on column funil.destinations.drafts_after is
  'Hears of drafts with greater numbers, also that they were abandoned.';
comment on column funil.destinations.sales_after is 'Hears of sale_moments with greater numbers.';
comment on column funil.destinations.erasures_after is 'Hears of erasures with greater numbers.';
update funil.destinations set
  leads_after = coalesce((select max(id) from public.leads where created_at < since), 0),
  applications_after = coalesce((select max(number) from public.applications where created_at < since), 0),
  drafts_after = coalesce((select max(number) from public.application_drafts where created_at < since), 0),
  sales_after = coalesce((select max(number) from funil.sale_moments where created_at < since), 0),
  erasures_after = coalesce((select max(number) from funil.erasures where created_at < since), 0);

insert into funil.migrations (version) values (25);
