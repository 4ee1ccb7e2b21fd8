-- Forms that visitors send without scripts (server/src/forms).

-- A single row: the secret from which all replicas derive a form's idempotency key, so that a form sent twice gets one key. Only
-- scripts send a key of their own.
create table funil.form_secret (
  secret uuid not null default gen_random_uuid()
);
alter table funil.form_secret enable row level security;
insert into funil.form_secret default values;

-- Whether an idempotency key was derived for a form: such keys are UUIDs of version 8; scripts make versions 4 and 7.
create function funil.is_form_key(key uuid) returns boolean
  language sql immutable strict parallel safe
  return substr(key::text, 15, 1) = '8';

-- Leaves out a script's lead that a form stored in the last ten minutes: the script came after the visitor had sent the form.
create function funil.skip_repeated_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select 1 from public.leads
    where phone_key = new.phone_key and nome = new.nome and created_at > now() - interval '10 minutes'
      and funil.is_form_key(idempotency_key)
  ) then
    return null;
  end if;
  return new;
end
$$;
revoke execute on function funil.skip_repeated_lead() from public;

-- PostgreSQL runs triggers in the order of their names: this one after write_person_keys, which sets phone_key.
create trigger write_unless_repeated before insert on public.leads
  for each row when (new.import_id is null and not coalesce(funil.is_form_key(new.idempotency_key), false))
  execute function funil.skip_repeated_lead();

insert into funil.migrations (version) values (321);
