insert into funil.migrations (version) values (26);
