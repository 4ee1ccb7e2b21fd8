-- Events: what visitors did on the page, without personal data; and the visit contexts that conversions need.

-- Data that conversions (Meta, Google) need of a visit, kept apart from its lead and its events, and only for some
-- days (store/retention.ts). A context arrives in the column `context` of the event that confirms the lead, and is
-- never stored there.
create table visit_contexts (
  lead_ref text primary key,
  -- JSON object.
  context text not null,
  address text,
  user_agent text,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),

  constraint context_is_a_small_object check (
    length(context) <= 16384
    and case when json_valid(context) then json_type(context) = 'object' else false end
  )
) strict, without rowid;
create index visit_contexts_by_time on visit_contexts (created_at);

-- One row per event, in compact types. Rows are only added at the end. Every reader and writer uses the view `jornada`.
create table events (
  -- Order of arrival. A number is never reused, so that a reader that continues from a number misses no event.
  number integer primary key autoincrement,
  -- 16 bytes.
  id blob not null,
  -- 16 bytes.
  session_id blob not null,
  -- ms since 1970.
  created_at integer not null,
  -- ms since 1970.
  occurred_at integer not null,
  name text not null,
  secao text,
  -- Further data of the event: JSON object.
  payload text not null,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null,
  utm_term text not null,
  lead_ref text,

  constraint id_is_a_uuid check (length(id) = 16),
  constraint session_id_is_a_uuid check (length(session_id) = 16),
  constraint name_is_snake_case check (
    length(name) between 1 and 64 and name glob '[a-z]*' and name not glob '*[^a-z0-9_]*'
  ),
  constraint secao_has_at_most_120_characters check (length(secao) <= 120),
  -- Spaces that a database adds count, too: more room than the contract's 4096.
  constraint payload_is_a_small_object check (
    length(payload) <= 8192
    and case when json_valid(payload) then json_type(payload) = 'object' else false end
  ),
  constraint utms_have_at_most_255_characters check (
    max(length(utm_source), length(utm_medium), length(utm_campaign), length(utm_content),
      length(utm_term)) <= 255
  ),
  constraint lead_ref_is_a_uuid check (
    length(lead_ref) = 36 and lead_ref not glob '*[^0-9a-f-]*'
  )
) strict;

-- Stores an event once, however often it is sent. The day comes first so that entries written together lie together:
-- random UUIDs alone would touch the complete index.
create unique index events_once on events (occurred_at / 86400000, session_id, id);

create index events_by_lead_ref on events (lead_ref) where lead_ref is not null;

-- Events with UUIDs and times as text, as the page sends them.
create view jornada as
  select
    number,
    lower(substr(hex(id), 1, 8) || '-' || substr(hex(id), 9, 4) || '-' || substr(hex(id), 13, 4)
      || '-' || substr(hex(id), 17, 4) || '-' || substr(hex(id), 21)) as id,
    strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch') as created_at,
    lower(substr(hex(session_id), 1, 8) || '-' || substr(hex(session_id), 9, 4) || '-'
      || substr(hex(session_id), 13, 4) || '-' || substr(hex(session_id), 17, 4) || '-'
      || substr(hex(session_id), 21)) as session_id,
    name,
    strftime('%Y-%m-%dT%H:%M:%fZ', occurred_at / 1000.0, 'unixepoch') as occurred_at,
    secao, payload, utm_source, utm_medium, utm_campaign, utm_content, utm_term, lead_ref,
    null as context
  from events;

-- Stores new events and moves their context to visit_contexts. Checks values that a conversion to the column's type
-- would hide.
create trigger jornada_stores_events instead of insert on jornada begin
  select raise(abort, 'id_is_a_uuid') where not coalesce(
    length(new.id) = 36 and length(unhex(replace(new.id, '-', ''))) = 16 and new.id not glob '*[A-F]*',
    new.id is null);
  select raise(abort, 'session_id_is_a_uuid') where not coalesce(
    length(new.session_id) = 36 and length(unhex(replace(new.session_id, '-', ''))) = 16
      and new.session_id not glob '*[A-F]*',
    new.session_id is null);
  select raise(abort, 'occurred_at_is_a_utc_time') where not coalesce(
    new.occurred_at glob '????-??-??T*Z' and unixepoch(new.occurred_at) is not null,
    new.occurred_at is null);
  insert into events (
    id, session_id, created_at, occurred_at, name, secao, payload, utm_source, utm_medium,
    utm_campaign, utm_content, utm_term, lead_ref
  ) values (
    unhex(replace(new.id, '-', '')), unhex(replace(new.session_id, '-', '')),
    cast(round(unixepoch(coalesce(new.created_at, 'now'), 'subsec') * 1000) as integer),
    cast(round(unixepoch(new.occurred_at, 'subsec') * 1000) as integer),
    new.name, new.secao, new.payload, new.utm_source, new.utm_medium, new.utm_campaign,
    new.utm_content, new.utm_term, new.lead_ref
  ) on conflict do nothing;
  insert into visit_contexts (lead_ref, context, address, user_agent)
  select new.lead_ref, json_remove(new.context, '$.address', '$.user_agent'),
    new.context ->> 'address', new.context ->> 'user_agent'
  where new.context is not null and new.lead_ref is not null
    and new.name in ('generate_lead', 'form_complete')
    and case when json_valid(new.context) then json_type(new.context) = 'object' else false end
    and length(new.context) <= 16384
  on conflict do nothing;
end;

create trigger jornada_keeps_limits instead of insert on jornada begin
  select raise(abort, 'occurred_at_lies_between_2000_and_2099') where not (
    new.occurred_at >= '2000' and new.occurred_at < '2100' and length(new.occurred_at) <= 30
    -- No month is shorter than 28 days.
    and (substr(new.occurred_at, 9, 2) <= '28'
      or substr(new.occurred_at, 1, 16) = strftime('%Y-%m-%dT%H:%M', new.occurred_at))
  );
end;

create trigger jornada_erases_events instead of delete on jornada begin
  delete from events where number = old.number;
end;

-- Refuses a known event without the payload that reports read. contract/ also refuses what the event should not have.
create trigger events_keep_limits after insert on events begin
  select raise(abort, 'text_has_no_nul') where instr(
    new.utm_source || new.utm_medium || new.utm_campaign || new.utm_content || new.utm_term,
    char(0)
  );
  -- Only a payload that is long, nested or has a number of 16 digits or an exponent needs the slow test.
  select raise(abort, 'payload_is_flat_and_its_words_short')
    where (length(new.payload) > 500 or new.payload glob '{*[[{]*' or new.payload glob '*[0-9][eE]*'
      or new.payload glob '*[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]*')
    and exists (
      select 1 from json_each(new.payload)
      where case type when 'text' then length(value) > 500
        when 'object' then true
        when 'array' then not (new.name = 'purchase' and key = 'items')
        when 'integer' then abs(value) > 1e15
        when 'real' then abs(value) > 1e15
        else false end
    );
  select raise(abort, 'payload_is_what_its_event_says')
    where not coalesce(case
      when new.name in ('click', 'cta_click') then json_type(new.payload, '$.button_name') = 'text'
      when new.name = 'page_view' then json_type(new.payload, '$.page_title') = 'text'
        and json_type(new.payload, '$.page_location') = 'text'
      when new.name = 'section_view' then json_type(new.payload, '$.time_in_view_ms') = 'integer'
        and new.payload ->> 'time_in_view_ms' between 0 and 86400000
      when new.name = 'scroll_depth' then new.payload -> 'percent' in ('25', '50', '75', '100')
      when new.name in ('video_start', 'video_play')
        then json_type(new.payload, '$.title') = 'text'
      when new.name in ('form_start', 'form_complete', 'form_abandon')
        then new.payload ->> 'form' in ('lead', 'aplicacao')
        and coalesce(new.payload -> 'step', '0') in ('0', '1', '2', '3', '4', '5')
        and coalesce(json_type(new.payload, '$.field'), 'text') = 'text'
      when new.name = 'generate_lead' then new.payload ->> 'currency' = 'BRL'
        and new.payload -> 'value' = '0'
      when new.name = 'purchase' then json_type(new.payload, '$.transaction_id') = 'text'
        and new.payload ->> 'transaction_id' <> ''
        and json_type(new.payload, '$.currency') = 'text'
        and new.payload ->> 'currency' glob '[A-Z][A-Z][A-Z]'
        and json_type(new.payload, '$.value') in ('integer', 'real')
        and new.payload ->> 'value' between 0 and 86400000
        and json_array_length(new.payload, '$.items') <= 20
        and json_type(new.payload, '$.items') = 'array'
      when new.name = 'web_vital' then new.payload ->> 'metric' in ('LCP', 'INP', 'CLS')
        and json_type(new.payload, '$.rating') = 'text'
        and json_type(new.payload, '$.value') in ('integer', 'real')
        and new.payload ->> 'value' between 0 and 86400000
      else true end, false);
end;
