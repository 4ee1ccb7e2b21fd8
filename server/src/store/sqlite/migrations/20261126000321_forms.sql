-- Forms that visitors send without scripts (server/src/forms).

-- A single row: the secret of the keys that such forms have instead of a script's.
create table form_secret (secret text not null) strict;
insert into form_secret values (lower(hex(randomblob(16))));

-- Leaves out a script's lead that a form stored in the last ten minutes: the script came after the visitor had sent the form.
-- Keys of forms are UUIDs of version 8.
create trigger skip_repeated_lead before insert on leads
when new.import_id is null and substr(coalesce(new.idempotency_key, ''), 15, 1) <> '8' and exists (
  select 1 from leads
  where phone_key = new.phone_key and nome = new.nome and substr(idempotency_key, 15, 1) = '8'
    and created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-10 minutes')
) begin
  select raise(ignore);
end;
