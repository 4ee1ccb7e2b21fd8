-- The report reads the events of a few names, in a period: without this, all of them.
create index jornada_by_name on public.jornada (name, occurred_at);

insert into funil.migrations (version) values (7);
