-- The report reads the events of a few names, in a period: without this, all of them.
create index jornada_by_name on jornada (name, occurred_at);
