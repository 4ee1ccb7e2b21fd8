-- Contacts: leads and applications as the console lists and finds them, and the operators' notes about them.

-- The person of each contact (docs/decisions/0047-one-person-is-one-card.md).
create view contact_persons as
  select number, case
    when exists (
      select 1 from contacts as other
      where other.phone_key = contacts.phone_key and other.number <> contacts.number)
      then phone_key
    when exists (
      select 1 from contacts as other
      where other.email_key = contacts.email_key and other.number <> contacts.number)
      then email_key
  end as person
  from contacts;

-- Compute the person of a changed contact, and of the only other one with its phone or e-mail. Of more, each has it already.
create trigger join_added_contact after insert on contacts begin
  update contacts
    set person = (select person from contact_persons as found where found.number = contacts.number)
    where number in (
      select new.number
      union all select * from (select number from contacts where phone_key = new.phone_key limit 2)
      union all select * from (select number from contacts where email_key = new.email_key limit 2))
    and person is not (select person from contact_persons as found where found.number = contacts.number);
end;
create trigger join_changed_contact after update of phone_key, email_key on contacts
when new.phone_key is not old.phone_key or new.email_key is not old.email_key begin
  update contacts
    set person = (select person from contact_persons as found where found.number = contacts.number)
    where number in (
      select new.number
      union all select * from (select number from contacts where phone_key = new.phone_key limit 2)
      union all select * from (select number from contacts where email_key = new.email_key limit 2)
      union all select * from (select number from contacts where phone_key = old.phone_key limit 1)
      union all select * from (select number from contacts where email_key = old.email_key limit 1))
    and person is not (select person from contact_persons as found where found.number = contacts.number);
end;
create trigger part_erased_contact after delete on contacts begin
  update contacts
    set person = (select person from contact_persons as found where found.number = contacts.number)
    where number in (
      select * from (select number from contacts where phone_key = old.phone_key limit 1)
      union all select * from (select number from contacts where email_key = old.email_key limit 1))
    and person is not (select person from contact_persons as found where found.number = contacts.number);
end;

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
