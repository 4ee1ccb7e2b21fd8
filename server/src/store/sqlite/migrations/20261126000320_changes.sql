-- The change log: a queue of rows whose consequences are not written yet.

-- One row per change. The transaction that stores a row adds its change; a consumer writes its consequences and deletes it.
create table changes (
  number integer primary key autoincrement,
  kind text not null,
  key text not null
) strict;

-- Record stored leads and applications. An import writes the consequences of its leads itself, so that captures do not wait
-- for its changes.
create trigger record_lead after insert on leads when new.import_id is null begin
  insert into changes (kind, key) values ('lead', new.id);
end;
create trigger record_application after insert on applications begin
  insert into changes (kind, key) values ('application', new.save_id);
end;
