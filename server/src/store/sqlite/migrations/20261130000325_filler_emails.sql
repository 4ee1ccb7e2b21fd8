-- SQLite has no regular expressions: the frequent ones of those that contract/src/contacts/person.ts knows.
create temporary table filler_emails as
  select name || '@' || host || ending as email from
    (select value as name from json_each('["teste", "test", "email", "sem", "a", "aa", "aaa", "aaaa", "x", "xx", "xxx", "xxxx"]')),
    (select value as host from json_each('["teste", "test", "email", "tem", "a", "aa", "aaa", "aaaa", "x", "xx", "xxx", "xxxx"]')),
    (select value as ending from json_each('[".com", ".com.br"]'))
  union values ('teste@gmail.com'), ('email@gmail.com'), ('teste@hotmail.com'), ('email@hotmail.com');
create temporary table filler_names as select value as name from json_each('["nao", "naotem", "nao.tem", "nao_tem", "nao-tem", "naotenho", "nao.tenho", "nao_tenho", "nao-tenho", "naopossui", "nao.possui", "naotememail", "naotenhoemail", "naopossuiemail", "sememail", "sem.email", "sem_email", "sem-email", "semmail"]');
update leads set email_key = null where email_key in (select email from filler_emails)
  or substr(email_key, 1, instr(email_key, '@') - 1) in (select name from filler_names);
update applications set email_key = null where email_key in (select email from filler_emails)
  or substr(email_key, 1, instr(email_key, '@') - 1) in (select name from filler_names);
update contacts set email_key = null where email_key in (select email from filler_emails)
  or substr(email_key, 1, instr(email_key, '@') - 1) in (select name from filler_names);
drop table filler_emails;
drop table filler_names;
