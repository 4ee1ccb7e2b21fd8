-- SQLite has no regular expressions: the frequent ones of those that contract/src/contacts/person.ts knows.
create table filler_emails as
  select email_key
  from (select email_key from leads union select email_key from applications union select email_key from contacts)
  where substr(email_key, 1, instr(email_key, '@') - 1) in (
    'naotem', 'naotenho', 'naopossui', 'nao.tem', 'nao.tenho', 'sememail', 'sem.email', 'semmail', 'semail')
  or email_key in ('nao@nao.com', 'nao@nao.com.br', 'nao@tem.com', 'nao@tem.com.br', 'nao@possui.com', 'nao@email.com',
    'nao@gmail.com', 'nao@hotmail.com', 'sem@sem.com', 'sem@email.com', 'teste@teste.com', 'teste@teste.com.br',
    'test@test.com', 'teste@email.com', 'teste@email.com.br', 'teste@gmail.com', 'teste@hotmail.com', 'email@email.com',
    'email@teste.com', 'email@gmail.com', 'email@hotmail.com', 'a@a.com', 'aaa@aaa.com', 'x@x.com', 'xxx@xxx.com');
update leads set email_key = null where email_key in (select email_key from filler_emails);
update applications set email_key = null where email_key in (select email_key from filler_emails);
update contacts set email_key = null where email_key in (select email_key from filler_emails);
drop table filler_emails;
