-- Strangers who typed the same filler instead of an e-mail address are no longer one person.

-- Returns the person key of an e-mail address; null: no address, or one that many people type instead of their own.
create or replace function funil.email_key(value text) returns text
  language sql immutable parallel safe
  return (
    select nullif(key, '') from (select lower(funil.trim_blanks(value) collate "und-x-icu") as key) as trimmed
    where key !~ '^(?:nao@(?:nao|tem|possui|email|gmail|hotmail)\.com(?:\.br)?|nao[._-]?(?:tem|tenho|possui)(?:[._-]?email)?@.+|se(?:m[._-]?e?)?mail@.+|(?:teste?|email|sem|a+|x+)@(?:teste?|email|sem|tem|a+|x+)\.com(?:\.br)?|(?:teste?|email)@(?:gmail|hotmail)\.com)$'
  );

update public.leads set email_key = null where email_key is not null and funil.email_key(email_key) is null;
update public.applications set email_key = null where email_key is not null and funil.email_key(email_key) is null;
-- The trigger would search all contacts of an address for each of them.
alter table funil.contacts disable trigger join_changed_contact;
update funil.contacts set email_key = null, person = case when person is distinct from email_key then person end
  where email_key is not null and funil.email_key(email_key) is null;
alter table funil.contacts enable trigger join_changed_contact;

insert into funil.migrations (version) values (325);
