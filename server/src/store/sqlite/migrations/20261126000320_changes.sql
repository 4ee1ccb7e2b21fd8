-- The change log: a queue of rows whose consequences are not written yet.

-- Record stored leads, applications and drafts; a draft may be abandoned in an hour. An import writes the consequences of its
-- leads itself, so that captures do not wait for its changes.
create trigger record_lead after insert on leads when new.import_id is null begin
  insert into changes (kind, key) values ('lead', new.id);
end;
create trigger record_application after insert on applications begin
  insert into changes (kind, key) values ('application', new.save_id);
end;
create trigger record_draft after insert on application_drafts begin
  insert into changes (kind, key, due_at) values
    ('draft', new.save_id, null),
    ('abandoned', new.save_id, strftime('%Y-%m-%dT%H:%M:%fZ', new.created_at, '+1 hour'));
end;
