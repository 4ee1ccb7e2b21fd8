-- A destination hears of rows that are stored after it was added: of rows with greater numbers, because a clock
-- may be set back. The column `since` remains, for people.
-- Hears of leads with greater ids.
alter table destinations add column leads_after integer not null default 0;
-- Hears of applications with greater rowids.
alter table destinations add column applications_after integer not null default 0;
-- Hears of drafts with greater rowids, also that they were abandoned.
alter table destinations add column drafts_after integer not null default 0;
-- Hears of sale_moments with greater numbers.
alter table destinations add column sales_after integer not null default 0;
-- Hears of erasures with greater numbers.
alter table destinations add column erasures_after integer not null default 0;
update destinations set
  leads_after = coalesce((select max(id) from leads where created_at < since), 0),
  applications_after = coalesce((select max(rowid) from applications where created_at < since), 0),
  drafts_after = coalesce((select max(rowid) from application_drafts where created_at < since), 0),
  sales_after = coalesce((select max(number) from sale_moments where created_at < since), 0),
  erasures_after = coalesce((select max(number) from erasures where created_at < since), 0);

-- After the newest row is erased its number is given again, to a row that no destination has heard of.
create trigger leads_heard_again after delete on leads
  when old.id > (select coalesce(max(id), 0) from leads)
begin
  update destinations set leads_after = min(leads_after, (select coalesce(max(id), 0) from leads));
end;
create trigger applications_heard_again after delete on applications
  when old.rowid > (select coalesce(max(rowid), 0) from applications)
begin
  update destinations set applications_after = min(applications_after, (select coalesce(max(rowid), 0) from applications));
end;
create trigger application_drafts_heard_again after delete on application_drafts
  when old.rowid > (select coalesce(max(rowid), 0) from application_drafts)
begin
  update destinations set drafts_after = min(drafts_after, (select coalesce(max(rowid), 0) from application_drafts));
end;
