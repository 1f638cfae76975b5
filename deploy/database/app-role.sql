-- Runs once, in an empty data folder. The app owns its database. It may create another to check its backups, and has no other rights.
\set password `cat /run/secrets/database_password`
CREATE ROLE declassified LOGIN CREATEDB PASSWORD :'password';
CREATE DATABASE declassified OWNER declassified;
REVOKE CONNECT ON DATABASE declassified FROM PUBLIC;
REVOKE CONNECT ON DATABASE postgres FROM PUBLIC;
