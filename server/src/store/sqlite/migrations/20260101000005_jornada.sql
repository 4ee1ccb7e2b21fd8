-- What visitors did, one event a row, without personal data.
create table jornada (
  -- UUID made by the page; one event is stored once, however often sent.
  id text primary key,
  -- When the row was stored: ISO time, UTC.
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  -- UUID of the visit.
  session_id text not null,
  -- The event's name, such as section_view.
  name text not null,
  -- When it happened, by the visitor's clock: ISO time, UTC.
  occurred_at text not null,
  -- Section of the page; null when it belongs to none.
  secao text,
  -- What else is known of it: JSON object.
  payload text not null,
  -- Where the visitor came from; empty when unknown.
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null,
  utm_term text not null,
  -- Idempotency key of the lead, or id of the application, that this event speaks of.
  lead_ref text,

  constraint id_is_a_uuid check (length(id) = 36 and id not glob '*[^0-9a-f-]*'),
  constraint session_id_is_a_uuid check (
    length(session_id) = 36 and session_id not glob '*[^0-9a-f-]*'
  ),
  constraint name_is_snake_case check (
    length(name) between 1 and 64 and name glob '[a-z]*' and name not glob '*[^a-z0-9_]*'
  ),
  constraint occurred_at_is_a_utc_time check (
    datetime(occurred_at) is not null and occurred_at glob '????-??-??T*Z' and occurred_at >= '0001'
  ),
  constraint secao_has_at_most_120_characters check (length(secao) <= 120),
  -- Spaces added by a store count too, hence more room than the contract's 4096.
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
) strict, without rowid;

-- The report reads a visit's events together.
create index jornada_by_session on jornada (session_id);

-- Retention erases by age.
create index jornada_by_created_at on jornada (created_at);

-- Finds the events of one lead or application, to count or to forget them.
create index jornada_by_lead_ref on jornada (lead_ref) where lead_ref is not null;
