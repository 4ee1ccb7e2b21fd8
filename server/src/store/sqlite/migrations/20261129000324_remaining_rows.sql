-- As before, but erase a contact only with the last row of its application. Else it is listed anew.
drop trigger erase_contacts_of_applications;
create trigger erase_contacts_of_applications after delete on applications begin
  delete from contacts where application_id = old.id
    and not exists (select 1 from applications where id = old.id)
    and not exists (select 1 from application_drafts where id = old.id);
  insert into changes (kind, key) select 'contact', 'application:' || old.id
    where exists (select 1 from applications where id = old.id)
      or exists (select 1 from application_drafts where id = old.id);
end;
drop trigger erase_contacts_of_drafts;
create trigger erase_contacts_of_drafts after delete on application_drafts begin
  delete from contacts where application_id = old.id
    and not exists (select 1 from applications where id = old.id)
    and not exists (select 1 from application_drafts where id = old.id);
  insert into changes (kind, key) select 'contact', 'application:' || old.id
    where exists (select 1 from applications where id = old.id)
      or exists (select 1 from application_drafts where id = old.id);
end;
