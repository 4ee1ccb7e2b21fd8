-- Visits and their daily totals: built from events in the background (visits/), rebuilt at any time, read by reports.

-- One row per session.
create table visits (
  -- UUID of the visit, 16 bytes.
  session_id blob not null,
  -- When its first event happened, by the visitor's clock: ms since 1970.
  began_at integer not null,
  -- When the newest of its events was stored: ms since 1970.
  seen_at integer not null,
  -- Number of the newest event in this visit.
  last_number integer not null,
  -- Id of its first event, 16 bytes. Of two events at the same time, the smaller id.
  first_event blob not null,
  -- Source of its first event.
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null,
  utm_term text not null,
  -- Pressed a button that opens a form: 0 or 1, as in the next five columns.
  cta integer not null,
  -- Typed in the lead dialog.
  form_start integer not null,
  -- Left name and number.
  lead integer not null,
  -- Continued to the checkout.
  checkout integer not null,
  -- Returned from the checkout after paying.
  purchase integer not null,
  -- Sent an application for the mentoring program.
  application integer not null,
  -- Idempotency key of its newest lead.
  lead_ref text,
  -- Id of its newest application.
  application_ref text,
  -- Sections, forms, vitals and purchases: JSON in the format of visits/visit.ts.
  detail text not null
) strict;

-- Finds the visit that an event belongs to.
create unique index visits_by_session on visits (session_id);
-- Finds the visit of a lead or an application.
create index visits_by_lead_ref on visits (lead_ref) where lead_ref is not null;
create index visits_by_application_ref on visits (application_ref)
  where application_ref is not null;
-- Lists purchases that were reported by the page.
create index visits_with_purchase on visits (began_at) where purchase;
-- Counts the visits of a day up to an hour.
create index visits_by_begin on visits (began_at);

-- Sources of visits, by a hash of the UTMs: UTMs can be longer than an index entry.
create table visit_origins (
  origin text primary key,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null
) strict, without rowid;

-- Totals of visits by the day, in Brasília's time zone, on which they began.
create table visit_totals (
  -- YYYY-MM-DD.
  day text not null,
  -- Key of visit_origins; empty: total of all sources.
  origin text not null,
  -- Kind of total, such as lead or section.
  kind text not null,
  -- The counted item, such as the section's name.
  label text not null,
  -- Number of visits.
  visits integer not null,
  -- Sum of what was measured, such as ms in view.
  amount integer not null,
  primary key (day, origin, kind, label)
) strict, without rowid;

-- How far events have been read. One row.
create table visit_progress (
  is_only integer primary key default 1 check (is_only = 1),
  -- Number up to which all events are in their visits.
  last_number integer not null,
  -- Rises when visits are erased or rebuilt.
  generation integer not null
) strict;
insert into visit_progress (last_number, generation) values (0, 0);
