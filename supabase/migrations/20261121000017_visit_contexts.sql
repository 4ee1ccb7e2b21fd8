-- What conversions (Meta, Google) need to know of a visit, kept apart from its lead and its events, and
-- only for some days. It comes with the event that confirms the lead, in a column that keeps nothing.

create table funil.visit_contexts (
  -- Idempotency key of the lead, or id of the application.
  lead_ref uuid primary key,
  -- What the page told, as contract/src/visit-context.ts has it.
  context jsonb not null,
  -- Address and browser that the request came from.
  address text,
  user_agent text,
  -- When it was stored: it is erased by age.
  created_at timestamptz not null default now(),

  constraint context_is_a_small_object check (
    jsonb_typeof(context) = 'object' and char_length(context::text) <= 16384
  )
);
alter table funil.visit_contexts enable row level security;

-- What is old enough to be erased.
create index visit_contexts_by_time on funil.visit_contexts (created_at);

-- On its way to visit_contexts; always null in a stored row.
alter table public.jornada add column context jsonb;
alter table public.jornada
  add constraint context_is_kept_elsewhere check (context is null) not valid;

-- Where PostgREST passes on a request's headers, they say who sent it, and contexts are kept only while a
-- server of ours sends conversions. That server's own inserts carry address and browser inside. What does
-- not fit is dropped: no context refuses its event.
create function funil.take_visit_context() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  is_api boolean := coalesce(current_setting('request.headers', true), '') <> '';
  context jsonb := new.context;
  told jsonb := '{}';
begin
  new.context := null;
  if new.lead_ref is null or new.name not in ('generate_lead', 'form_complete')
    or jsonb_typeof(context) is distinct from 'object' or char_length(context::text) > 16384 then
    return new;
  end if;
  if not is_api then
    told := context;
  elsif exists (
    select from funil.destinations where name in ('meta', 'ga4') and off_at is null
  ) then
    told := jsonb_build_object(
      'address', left(trim(split_part(coalesce(funil.request_header('cf-connecting-ip'),
        funil.request_header('x-forwarded-for'), ''), ',', 1)), 64),
      'user_agent', left(funil.request_header('user-agent'), 1000));
  else
    return new;
  end if;
  insert into funil.visit_contexts (lead_ref, context, address, user_agent)
  values (new.lead_ref, context - 'address' - 'user_agent',
    nullif(told ->> 'address', ''), nullif(told ->> 'user_agent', ''))
  on conflict do nothing;
  return new;
end
$$;
revoke execute on function funil.take_visit_context() from public;

-- After the triggers that limit requests and pass over what is stored: they run by name.
create trigger take_visit_context before insert on public.jornada
  for each row when (new.context is not null)
  execute function funil.take_visit_context();

grant insert (context) on public.jornada to anon;

insert into funil.migrations (version) values (17);
