-- Events: what visitors did on the page, without personal data; and the visit contexts that conversions need.

-- Data that conversions (Meta, Google) need of a visit, kept apart from its lead and its events, and only for some
-- days (store/retention.ts). A context arrives in the column `context` of the event that confirms the lead, and is
-- never stored there.
create table funil.visit_contexts (
  -- Idempotency key of the lead, or id of the application.
  lead_ref uuid primary key,
  -- Data from the page (contract/src/visits/visit-context.ts).
  context jsonb not null,
  -- Address and browser that the request came from.
  address text,
  user_agent text,
  -- When it was stored: rows are erased by age.
  created_at timestamptz not null default now(),

  constraint context_is_a_small_object check (
    jsonb_typeof(context) = 'object' and char_length(context::text) <= 16384
  )
);
alter table funil.visit_contexts enable row level security;
-- Finds contexts that are old enough to erase.
create index visit_contexts_by_time on funil.visit_contexts (created_at);

-- Whether a known event has the payload that reports read. contract/ also refuses what the event should not have.
create function funil.is_payload(name text, payload jsonb) returns boolean
  language sql immutable parallel safe
  return case
    when name in ('click', 'cta_click') then payload @@ '$.button_name.type() == "string"'
    when name = 'page_view' then payload
      @@ '$.page_title.type() == "string" && $.page_location.type() == "string"'
    when name = 'section_view' then payload @@ '$.time_in_view_ms.type() == "number"
      && $.time_in_view_ms >= 0 && $.time_in_view_ms <= 86400000
      && $.time_in_view_ms.floor() == $.time_in_view_ms'
    when name = 'scroll_depth' then payload -> 'percent' in ('25', '50', '75', '100')
    when name in ('video_start', 'video_play') then payload @@ '$.title.type() == "string"'
    when name in ('form_start', 'form_complete', 'form_abandon') then payload
      @@ '($.form == "lead" || $.form == "aplicacao") && (!exists($.field) || $.field.type() == "string")
        && (!exists($.step) || $.step == 0 || $.step == 1 || $.step == 2 || $.step == 3
          || $.step == 4 || $.step == 5)'
    when name = 'generate_lead' then payload @@ '$.currency == "BRL" && $.value == 0'
    when name = 'purchase' then payload @@ '$.transaction_id.type() == "string"
      && $.transaction_id != "" && $.currency like_regex "^[A-Z]{3}$"
      && $.value.type() == "number" && $.value >= 0 && $.value <= 86400000
      && $.items.type() == "array" && $.items.size() <= 20'
    when name = 'web_vital' then payload
      @@ '($.metric == "LCP" || $.metric == "INP" || $.metric == "CLS") && $.rating.type() == "string"
        && $.value.type() == "number" && $.value >= 0 && $.value <= 86400000'
    else true end;

-- A row per event. Rows are only added at the end.
create table public.jornada (
  -- Order of arrival. PostgreSQL gives numbers before the commit.
  number bigint generated always as identity,
  -- UUID that the page creates.
  id uuid not null,
  -- When the row was stored.
  created_at timestamptz not null default now(),
  -- UUID of the visit.
  session_id uuid not null,
  -- The event's name, such as section_view.
  name text not null,
  -- When it happened, by the visitor's clock.
  occurred_at timestamptz not null,
  -- Section of the page; null: none.
  secao text,
  -- Further data of the event: object.
  payload jsonb not null,
  -- Source of the visit; empty if unknown.
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null,
  utm_term text not null,
  -- Idempotency key of the lead, or id of the application, that this event refers to.
  lead_ref uuid,
  -- The test of a text that the page ran, and the version that it showed; null: none.
  test text,
  version text,
  -- The visit's context on its way to visit_contexts. Always null in a stored row.
  context jsonb,
  -- Signs of a robot that the server found in the request, or that a person was seen; null: none.
  signals text,

  constraint name_is_snake_case check (name ~ '^[a-z][a-z0-9_]{0,63}$'),
  constraint secao_has_at_most_120_characters check (char_length(secao) <= 120),
  -- Spaces that a database adds count, too: more room than the contract's 4096.
  constraint payload_is_a_small_object check (
    jsonb_typeof(payload) = 'object' and char_length(payload::text) <= 8192
  ),
  constraint payload_is_what_its_event_says check (funil.is_payload(name, payload) is true),
  constraint payload_is_flat_and_its_words_short check (
    not jsonb_path_exists(
      case when name = 'purchase' then payload - 'items' else payload end,
      'strict $.* ? (@.type() == "object" || @.type() == "array"
        || @.type() == "string" && @ like_regex "^.{250}.{251}" flag "s"
        || @.type() == "number" && (@ > 1e15 || @ < -1e15))', '{}', true)
  ),
  constraint utms_have_at_most_255_characters check (
    greatest(char_length(utm_source), char_length(utm_medium), char_length(utm_campaign),
      char_length(utm_content), char_length(utm_term)) <= 255
  ),
  constraint occurred_at_lies_between_2000_and_2099 check (
    occurred_at >= '2000-01-01T00:00:00Z' and occurred_at < '2100-01-01T00:00:00Z'
  ),
  constraint test_has_at_most_80_characters check (char_length(test) <= 80),
  constraint version_is_a_or_b check (version in ('a', 'b')),
  constraint context_is_kept_elsewhere check (context is null)
);

-- Stores an event once, however often it is sent. The day comes first so that entries written together lie together:
-- random UUIDs alone would touch the complete index. 96 bits of hashes distinguish a day's events in half the space.
create unique index jornada_once on public.jornada (
  ((occurred_at at time zone 'UTC')::date), uuid_hash(session_id), uuid_hash_extended(id, 0)
);

-- Reads events on from a number. A block-range index is enough: numbers lie in their order.
create index jornada_by_number on public.jornada using brin (number) with (pages_per_range = 16);

-- Finds the events of one lead or application, to count or to erase them.
create index jornada_by_lead_ref on public.jornada (lead_ref) where lead_ref is not null;

alter table public.jornada enable row level security;

create policy "An anonymous visitor may report events" on public.jornada
  for insert to anon with check (true);

revoke all on table public.jornada from public, anon, authenticated;
revoke all on sequence public.jornada_number_seq from public, anon, authenticated;
grant insert (
  id, session_id, name, occurred_at, secao, payload, utm_source, utm_medium, utm_campaign,
  utm_content, utm_term, lead_ref, test, version, context, signals
) on public.jornada to anon;

-- Triggers before the insert run in the order of their names: limit_request, skip_stored_event, store_visit_context.

create trigger limit_request before insert on public.jornada
  for each row when (coalesce(current_setting('request.headers', true), '') <> '')
  execute function funil.limit_request();

-- Skips an event that is stored already, because PostgREST would refuse its complete batch. Events of one visit wait
-- for each other, so that of two concurrent batches with the same event the later one sees it. The server's own
-- inserts say `on conflict do nothing` and need no trigger.
create function funil.skip_stored_event() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('jornada ' || new.session_id::text, 0));
  if exists (
    select from public.jornada
    where (occurred_at at time zone 'UTC')::date = (new.occurred_at at time zone 'UTC')::date
      and uuid_hash(session_id) = uuid_hash(new.session_id)
      and uuid_hash_extended(id, 0) = uuid_hash_extended(new.id, 0)
  ) then
    return null;
  end if;
  return new;
end
$$;
revoke execute on function funil.skip_stored_event() from public;

create trigger skip_stored_event before insert on public.jornada
  for each row when (coalesce(current_setting('request.headers', true), '') <> '')
  execute function funil.skip_stored_event();

-- Stores an event's context in visit_contexts. Through PostgREST, address and browser come from the request's headers,
-- and contexts are stored only while a server of ours sends conversions; that server's own inserts carry address and
-- browser inside the context. A context that does not fit is dropped, because no context may refuse its event.
create function funil.store_visit_context() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  is_api boolean := coalesce(current_setting('request.headers', true), '') <> '';
  context jsonb := new.context;
  client jsonb;
begin
  new.context := null;
  if new.lead_ref is null or new.name not in ('generate_lead', 'form_complete')
    or jsonb_typeof(context) is distinct from 'object' or char_length(context::text) > 16384 then
    return new;
  end if;
  if not is_api then
    client := context;
  elsif exists (
    select from funil.destinations where name in ('meta', 'ga4') and off_at is null
  ) then
    client := jsonb_build_object(
      'address', left(trim(split_part(coalesce(funil.request_header('cf-connecting-ip'),
        funil.request_header('x-forwarded-for'), ''), ',', 1)), 64),
      'user_agent', left(funil.request_header('user-agent'), 1000));
  else
    return new;
  end if;
  insert into funil.visit_contexts (lead_ref, context, address, user_agent)
  values (new.lead_ref, context - 'address' - 'user_agent',
    nullif(client ->> 'address', ''), nullif(client ->> 'user_agent', ''))
  on conflict do nothing;
  return new;
end
$$;
revoke execute on function funil.store_visit_context() from public;

create trigger store_visit_context before insert on public.jornada
  for each row when (new.context is not null)
  execute function funil.store_visit_context();

-- Takes the transaction's number before the statement's rows take theirs. Once all transactions that were running
-- have ended, all numbers given until then are settled: no further row appears below them (store/postgres/settled-numbers.ts).
create function funil.assign_transaction_id() returns trigger
  language plpgsql
as $$
begin
  perform pg_catalog.pg_current_xact_id();
  return null;
end
$$;

create trigger assign_transaction_id before insert on public.jornada
  for each statement execute function funil.assign_transaction_id();

insert into funil.migrations (version) values (307);
