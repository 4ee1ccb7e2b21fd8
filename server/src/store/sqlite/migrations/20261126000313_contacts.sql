-- Contacts: leads and applications as the console lists and finds them, and the operators' notes about them.

-- Sources of leads and applications. Rows refer to a source by its number.
create table contact_origins (
  id integer primary key,
  digest text not null unique,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null
) strict;
create index contact_origins_by_campaign on contact_origins (utm_campaign);
create index contact_origins_by_source on contact_origins (utm_source);
create index contact_origins_by_content on contact_origins (utm_content);

-- One narrow row per lead or application, written in the background (leads/contacts/).
-- Triggers erase it together with its lead or application.
create table contacts (
  number integer primary key autoincrement,
  kind text not null,
  lead_id integer,
  application_id text,
  at integer not null,
  saved_at text not null,
  sent_at integer,
  origin integer not null references contact_origins,
  money_state text,
  state text not null default 'novo',
  owner text,
  -- ms since 1970.
  follow_up_at integer,
  suspect integer not null,
  stage text,
  phone_key text,
  email_key text,
  words text not null,

  constraint money_state_is_known check (money_state in ('comprou', 'devolvido')),
  constraint kind_is_known check (
    kind = 'lead' and lead_id is not null and application_id is null and stage is null
    or kind = 'application' and lead_id is null and application_id is not null and stage in ('started', 'sent')
  )
) strict;
create unique index contacts_by_lead on contacts (lead_id) where lead_id is not null;
create unique index contacts_by_application on contacts (application_id)
  where application_id is not null;
create index contacts_by_time on contacts (kind, at, number, origin, state, suspect, stage, saved_at);
create index contacts_by_state on contacts (kind, state, at, number, origin, suspect, stage, saved_at)
  where state <> 'novo';
create index contacts_suspected on contacts (at, number, kind, origin, state, suspect, stage, saved_at)
  where suspect > 0;
create index contacts_by_origin on contacts (origin, kind, at, number, state, suspect, stage, saved_at);
create index contacts_by_owner on contacts (owner, kind, at, number) where owner is not null;
create index contacts_by_follow_up on contacts (follow_up_at) where follow_up_at is not null;
create index contacts_by_sending on contacts (sent_at) where sent_at is not null;
create index contacts_waiting on contacts (sent_at, number)
  where stage = 'sent' and state in ('novo', 'em_conversa');
create index contacts_by_phone on contacts (phone_key) where phone_key is not null;
create index contacts_by_email on contacts (email_key) where email_key is not null;

-- Search words of each contact.
create table contact_search_words (
  word text not null,
  number integer not null,
  primary key (word, number)
) strict, without rowid;

-- The operators' state of a lead or an application.
create table followups (
  subject text primary key,
  state text not null,
  owner text,
  follow_up_at text,
  version integer not null,
  changed_by text not null,
  changed_at text not null,

  constraint state_is_known check (
    state in ('novo', 'em_conversa', 'aprovado', 'recusado', 'comprou', 'perdido')
  )
) strict;

-- Operators' notes about a lead or an application.
create table contact_notes (
  id integer primary key autoincrement,
  subject text not null,
  at text not null,
  written_by text not null,
  text text not null
) strict;
create index contact_notes_by_subject on contact_notes (subject, id);

-- Changes of followups, for the contact's timeline. The text of a note is not stored twice.
create table followup_changes (
  id integer primary key autoincrement,
  subject text not null,
  at text not null,
  changed_by text not null,
  kind text not null,
  detail text not null,

  constraint kind_is_known check (kind in ('state', 'note', 'message', 'owner', 'follow_up'))
) strict;
create index followup_changes_by_subject on followup_changes (subject, id);

-- Number of erasures of persons by any process. Consoles that show persons read it and fetch again; it names no person.
create table erasure_count (
  is_only integer primary key default 1 check (is_only = 1),
  times integer not null
) strict;
insert into erasure_count (times) values (0);

-- Erases the contact of an erased lead.
create trigger erase_contacts_of_leads after delete on leads begin
  delete from contacts where lead_id = old.id;
end;

-- Erases the contact of an erased application or draft. If rows of the same application remain, it is listed anew.
create trigger erase_contacts_of_applications after delete on applications begin
  delete from contacts where application_id = old.id;
  insert into changes (kind, key) select 'contact', 'application:' || old.id
    where exists (select 1 from applications where id = old.id)
      or exists (select 1 from application_drafts where id = old.id);
end;
create trigger erase_contacts_of_drafts after delete on application_drafts begin
  delete from contacts where application_id = old.id;
  insert into changes (kind, key) select 'contact', 'application:' || old.id
    where exists (select 1 from applications where id = old.id)
      or exists (select 1 from application_drafts where id = old.id);
end;

-- Erases the search words, the operators' notes and the chosen sales of an erased contact.
create trigger erase_contact_details after delete on contacts begin
  delete from contact_search_words
    where number = old.number and word in (select value from json_each(old.words));
  delete from followups
    where subject = coalesce('lead:' || old.lead_id, 'application:' || old.application_id);
  delete from contact_notes
    where subject = coalesce('lead:' || old.lead_id, 'application:' || old.application_id);
  delete from followup_changes
    where subject = coalesce('lead:' || old.lead_id, 'application:' || old.application_id);
  delete from sale_matches
    where subject = coalesce('lead:' || old.lead_id, 'application:' || old.application_id);
end;

-- Counts erasures: of a contact, and of a buyer's name, e-mail and phone in a sale.
create trigger count_contact_erasure after delete on contacts begin
  update erasure_count set times = times + 1;
end;
create trigger count_buyer_erasure after update of buyer_name, buyer_email, buyer_phone on sales
when coalesce(old.buyer_name, old.buyer_email, old.buyer_phone) is not null
  and coalesce(new.buyer_name, new.buyer_email, new.buyer_phone) is null
begin
  update erasure_count set times = times + 1;
end;
