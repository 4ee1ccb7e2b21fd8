insert into funil.migrations (version) values (25);
