-- That somebody was erased or forgotten, by whatever process: consoles that show them are told, never whom.
create table funil.erasure_count (
  is_only integer primary key default 1 check (is_only = 1),
  -- Rises with each.
  times bigint not null
);
alter table funil.erasure_count enable row level security;
insert into funil.erasure_count (times) values (0);

create function funil.tell_that_somebody_went() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update funil.erasure_count set times = times + 1;
  return null;
end $$;
create trigger subjects_tell_that_they_went after delete on funil.subjects
  for each statement execute function funil.tell_that_somebody_went();
create trigger sales_tell_that_they_forgot
  after update of buyer_name, buyer_email, buyer_phone on funil.sales for each row
  when (
    coalesce(old.buyer_name, old.buyer_email, old.buyer_phone) is not null
    and coalesce(new.buyer_name, new.buyer_email, new.buyer_phone) is null
  )
  execute function funil.tell_that_somebody_went();

insert into funil.migrations (version) values (20);
