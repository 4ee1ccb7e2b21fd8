-- Contacts: leads and applications as the console lists and finds them, and the operators' notes about them.

-- Sources of leads and applications. Rows refer to a source by its number.
create table funil.contact_origins (
  id integer generated always as identity primary key,
  -- Hash of the four UTMs: they can be longer than an index entry.
  digest text not null unique,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null
);
alter table funil.contact_origins enable row level security;
-- Filter by campaign, source or content.
create index contact_origins_by_campaign on funil.contact_origins (utm_campaign);
create index contact_origins_by_source on funil.contact_origins (utm_source);
create index contact_origins_by_content on funil.contact_origins (utm_content);

-- A narrow row per lead or application, written in the background (server/src/contacts/).
-- Triggers erase it together with its lead or application.
create table funil.contacts (
  number bigint generated always as identity primary key,
  -- lead or application.
  kind text not null,
  -- The lead's row.
  lead_id bigint,
  -- The application's id; an application that was only started has it, too.
  application_id uuid,
  -- When its first row was stored: ms since 1970.
  at bigint not null,
  -- When its newest row was stored: shows whether an application's contact is up to date.
  saved_at timestamptz not null,
  -- When its application was sent; null: not yet, or a lead.
  sent_at bigint,
  origin integer not null references funil.contact_origins,
  -- What the contact's sales say: comprou or devolvido; null: nothing.
  money_state text,
  -- money_state, else the state in followups, else novo.
  state text not null default 'novo',
  -- Copies of followups; follow_up_at (ms since 1970) is null once the contact has paid.
  owner text,
  follow_up_at bigint,
  -- 0: a person, 1: marked as a robot.
  suspect smallint not null,
  -- started or sent; null: a lead.
  stage text,
  -- The person's keys (contract/src/contacts/person.ts); null: none, or too short.
  phone_key text,
  email_key text,
  -- The key that makes its rows one card: its phone if another contact has it, else its e-mail; null: it stands alone.
  person text,
  -- The contact's search words: a JSON list of folded words, numbers and addresses.
  words text not null,

  constraint money_state_is_known check (money_state in ('comprou', 'devolvido')),
  constraint kind_is_known check (
    kind = 'lead' and lead_id is not null and application_id is null and stage is null
    or kind = 'application' and lead_id is null and application_id is not null and stage in ('started', 'sent')
  )
);
alter table funil.contacts enable row level security;
-- Find the row of a lead or an application.
create unique index contacts_by_lead on funil.contacts (lead_id) where lead_id is not null;
create unique index contacts_by_application on funil.contacts (application_id)
  where application_id is not null;
-- List contacts: every column that filters read is in the index.
create index contacts_by_time on funil.contacts
  (kind, at, number, origin, state, suspect, stage, saved_at, person);
create index contacts_by_state on funil.contacts (kind, state, at, number, origin, suspect, stage, saved_at)
  where state <> 'novo';
create index contacts_suspected on funil.contacts (at, number, kind, origin, state, suspect, stage, saved_at)
  where suspect > 0;
create index contacts_by_origin on funil.contacts (origin, kind, at, number, state, suspect, stage, saved_at);
-- Lists an operator's contacts.
create index contacts_by_owner on funil.contacts (owner, kind, at, number) where owner is not null;
-- Finds the contacts to talk to today.
create index contacts_by_follow_up on funil.contacts (follow_up_at) where follow_up_at is not null;
-- Finds the applications of a day.
create index contacts_by_sending on funil.contacts (sent_at) where sent_at is not null;
-- Finds the applications that wait for a reply.
create index contacts_waiting on funil.contacts (sent_at, number)
  where stage = 'sent' and state in ('novo', 'em_conversa');
-- Find a person's rows.
create index contacts_by_phone on funil.contacts (phone_key) where phone_key is not null;
create index contacts_by_email on funil.contacts (email_key) where email_key is not null;
-- Lists one contact of a person.
create index contacts_by_person on funil.contacts (person, kind, at, number) where person is not null;

-- Computes the person of a changed contact, and of the only other one with its phone or e-mail. Of more, each has it already
-- (docs/decisions/0047-one-person-is-one-card.md).
create function funil.join_contacts() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  contact record;
begin
  for contact in
    select number, person as known, case
      when exists (
        select from funil.contacts as other
        where other.phone_key = contacts.phone_key and other.number <> contacts.number)
        then phone_key
      when exists (
        select from funil.contacts as other
        where other.email_key = contacts.email_key and other.number <> contacts.number)
        then email_key
    end as person
    from funil.contacts
    -- An array, and no sequential scan, because a plan for a small table would read all of a large one later.
    where number = any (array[new.number]
      || array(select number from funil.contacts where phone_key = new.phone_key limit 2)
      || array(select number from funil.contacts where email_key = new.email_key limit 2)
      || array(select number from funil.contacts where phone_key = old.phone_key limit 2)
      || array(select number from funil.contacts where email_key = old.email_key limit 2))
  loop
    if contact.person is distinct from contact.known then
      update funil.contacts set person = contact.person where number = contact.number;
    end if;
  end loop;
  return null;
end $$;
create trigger join_added_or_erased_contact after insert or delete on funil.contacts
  for each row execute function funil.join_contacts();
create trigger join_changed_contact after update on funil.contacts for each row
  when ((new.phone_key, new.email_key) is distinct from (old.phone_key, old.email_key))
  execute function funil.join_contacts();

-- Search words of each contact.
create table funil.contact_search_words (
  word text collate "C" not null,
  number bigint not null,
  primary key (word, number)
);
alter table funil.contact_search_words enable row level security;

-- The operators' state of a lead or an application.
create table funil.followups (
  -- lead:<number> or application:<uuid>.
  subject text primary key,
  state text not null,
  -- The operator who looks after the contact, by e-mail address; null: none.
  owner text,
  -- When to talk to the contact again; null: no date.
  follow_up_at timestamptz,
  -- Rises with each change. A change of an older version is answered 409.
  version integer not null,
  -- E-mail of the operator who changed it last, and when.
  changed_by text not null,
  changed_at timestamptz not null,

  constraint state_is_known check (
    state in ('novo', 'em_conversa', 'aprovado', 'recusado', 'comprou', 'perdido')
  )
);
alter table funil.followups enable row level security;
-- Counts approved applications.
create index followups_by_state on funil.followups (state, subject);

-- Operators' notes about a lead or an application.
create table funil.contact_notes (
  id bigint generated always as identity primary key,
  -- lead:<number> or application:<uuid>.
  subject text not null,
  at timestamptz not null,
  -- The operator's e-mail address.
  written_by text not null,
  text text not null,

  constraint text_has_1_to_5000_characters check (char_length(text) between 1 and 5000)
);
alter table funil.contact_notes enable row level security;
-- Lists a contact's notes.
create index contact_notes_by_subject on funil.contact_notes (subject, id);

-- Changes of followups, for the contact's timeline. The text of a note is not stored twice.
create table funil.followup_changes (
  id bigint generated always as identity primary key,
  subject text not null,
  at timestamptz not null,
  changed_by text not null,
  -- state, note, message, owner or follow_up.
  kind text not null,
  -- The new state, `removed` for an erased note, the template's name, the new owner, or the new date.
  detail text not null,

  constraint kind_is_known check (kind in ('state', 'note', 'message', 'owner', 'follow_up'))
);
alter table funil.followup_changes enable row level security;
-- Lists one contact's changes.
create index followup_changes_by_subject on funil.followup_changes (subject, id);

-- Number of erasures of persons by any process. Consoles that show persons read it and fetch again; it names no person.
create table funil.erasure_count (
  is_only integer primary key default 1 check (is_only = 1),
  -- Rises with each erasure.
  times bigint not null
);
alter table funil.erasure_count enable row level security;
insert into funil.erasure_count (times) values (0);

-- The functions below erase with the owner's rights, whatever rights the eraser of the row has in this schema.

-- Erases the contacts of erased leads.
create function funil.erase_contacts_of_leads() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for the consumer of changes, which may be adding these rows (store/postgres/advisory-locks.ts: contacts).
  perform pg_advisory_xact_lock(7370214460);
  delete from funil.contacts using gone where lead_id = gone.id;
  return null;
end $$;
create trigger erase_contacts_of_leads after delete on public.leads
  referencing old table as gone for each statement execute function funil.erase_contacts_of_leads();

-- Erases the contacts of erased applications and drafts. If rows of the same application remain, it is listed anew.
create function funil.erase_contacts_of_applications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for the consumer of changes, which may be adding these rows (store/postgres/advisory-locks.ts: contacts).
  perform pg_advisory_xact_lock(7370214460);
  delete from funil.contacts using gone where application_id = gone.id;
  insert into funil.changes (kind, key)
    select distinct 'contact', 'application:' || id from gone
    where exists (select from public.applications as remaining where remaining.id = gone.id)
      or exists (select from public.application_drafts as remaining where remaining.id = gone.id);
  return null;
end $$;
create trigger erase_contacts_of_applications after delete on public.applications
  referencing old table as gone for each statement execute function funil.erase_contacts_of_applications();
create trigger erase_contacts_of_drafts after delete on public.application_drafts
  referencing old table as gone for each statement execute function funil.erase_contacts_of_applications();

-- Erases the search words, the operators' notes and the chosen sales of an erased contact.
create function funil.erase_contact_details() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  name text := coalesce('lead:' || old.lead_id, 'application:' || old.application_id);
begin
  delete from funil.contact_search_words
    where number = old.number and word in (select jsonb_array_elements_text(old.words::jsonb));
  delete from funil.followups where subject = name;
  delete from funil.contact_notes where subject = name;
  delete from funil.followup_changes where subject = name;
  delete from funil.sale_matches where subject = name;
  return null;
end $$;
create trigger erase_contact_details after delete on funil.contacts
  for each row execute function funil.erase_contact_details();

-- Counts erasures: of a contact, and of a buyer's name, e-mail and phone in a sale.
create function funil.count_erasure() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update funil.erasure_count set times = times + 1;
  return null;
end $$;
create trigger count_contact_erasure after delete on funil.contacts
  for each statement execute function funil.count_erasure();
create trigger count_buyer_erasure
  after update of buyer_name, buyer_email, buyer_phone on funil.sales for each row
  when (
    coalesce(old.buyer_name, old.buyer_email, old.buyer_phone) is not null
    and coalesce(new.buyer_name, new.buyer_email, new.buyer_phone) is null
  )
  execute function funil.count_erasure();

insert into funil.migrations (version) values (313);
