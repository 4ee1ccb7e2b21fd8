-- Visits and their daily totals: built from events in the background (visits/), rebuilt at any time, read by reports.

-- A row per session.
create table visits (
  -- 16 bytes.
  session_id blob not null,
  -- ms since 1970.
  began_at integer not null,
  -- ms since 1970.
  seen_at integer not null,
  last_number integer not null,
  -- 16 bytes.
  first_event blob not null,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null,
  utm_term text not null,
  -- Pressed a button that opens a form: 0 or 1, as in the next five columns.
  cta integer not null,
  form_start integer not null,
  lead integer not null,
  checkout integer not null,
  purchase integer not null,
  application integer not null,
  lead_ref text,
  application_ref text,
  suspect text,
  test text,
  version text,
  -- Sections, forms, vitals and purchases: JSON in the format of visits/visit.ts.
  detail text not null
) strict;

-- Finds the visit that an event belongs to.
create unique index visits_by_session on visits (session_id);
create index visits_by_lead_ref on visits (lead_ref) where lead_ref is not null;
create index visits_by_application_ref on visits (application_ref)
  where application_ref is not null;
create index visits_with_purchase on visits (began_at) where purchase;
create index visits_by_begin on visits (began_at);
create index visits_suspected on visits (began_at) where suspect is not null;
create index visits_by_test on visits (test, began_at) where test is not null;

-- How far events have been read. One row.
create table visit_progress (
  is_only integer primary key default 1 check (is_only = 1),
  last_number integer not null,
  -- When the newest counted event was stored, in ms since 1970.
  counted_until integer,
  generation integer not null,
  judgement integer not null default 1
) strict;
insert into visit_progress (last_number, generation) values (0, 0);
