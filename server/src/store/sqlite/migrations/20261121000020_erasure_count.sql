-- That somebody was erased or forgotten, by whatever process: consoles that show them are told, never whom.
create table erasure_count (
  is_only integer primary key default 1 check (is_only = 1),
  -- Rises with each.
  times integer not null
) strict;
insert into erasure_count (times) values (0);

create trigger subjects_tell_that_they_went after delete on subjects begin
  update erasure_count set times = times + 1;
end;
create trigger sales_tell_that_they_forgot after update of buyer_name, buyer_email, buyer_phone on sales
when coalesce(old.buyer_name, old.buyer_email, old.buyer_phone) is not null
  and coalesce(new.buyer_name, new.buyer_email, new.buyer_phone) is null
begin
  update erasure_count set times = times + 1;
end;
