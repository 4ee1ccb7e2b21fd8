-- Events: what visitors did on the page, without personal data; and the visit contexts that conversions need.

-- A row per event, in compact types. Rows are only added at the end. Every reader and writer uses the view `jornada`.
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
  test text,
  version text,
  -- Signs of a robot; null: none.
  signals text
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
    test, version, null as context, signals
  from events;

-- Stores new events and moves their context to visit_contexts.
create trigger jornada_stores_events instead of insert on jornada begin
  insert into events (
    id, session_id, created_at, occurred_at, name, secao, payload, utm_source, utm_medium,
    utm_campaign, utm_content, utm_term, lead_ref, test, version, signals
  ) values (
    unhex(replace(new.id, '-', '')), unhex(replace(new.session_id, '-', '')),
    cast(round(unixepoch(coalesce(new.created_at, 'now'), 'subsec') * 1000) as integer),
    cast(round(unixepoch(new.occurred_at, 'subsec') * 1000) as integer),
    new.name, new.secao, new.payload, new.utm_source, new.utm_medium, new.utm_campaign,
    new.utm_content, new.utm_term, new.lead_ref, new.test, new.version, new.signals
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

create trigger jornada_erases_events instead of delete on jornada begin
  delete from events where number = old.number;
end;
