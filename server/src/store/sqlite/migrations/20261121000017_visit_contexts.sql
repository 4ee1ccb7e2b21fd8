-- What conversions (Meta, Google) need to know of a visit, kept apart from its lead and its events, and
-- only for some days. It comes with the event that confirms the lead, in a column that keeps nothing.

create table visit_contexts (
  -- Idempotency key of the lead, or id of the application.
  lead_ref text primary key,
  -- What the page told, as contract/src/visit-context.ts has it: JSON object.
  context text not null,
  -- Address and browser that the request came from.
  address text,
  user_agent text,
  -- When it was stored: it is erased by age.
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),

  constraint context_is_a_small_object check (
    length(context) <= 16384
    and case when json_valid(context) then json_type(context) = 'object' else false end
  )
) strict, without rowid;

-- What is old enough to be erased.
create index visit_contexts_by_time on visit_contexts (created_at);

-- The door of events takes one more column, and passes it on.
drop view jornada;

-- Events as text, as they are sent.
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

-- The door for new events: what does not become a column's value as it is written, is judged here.
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
