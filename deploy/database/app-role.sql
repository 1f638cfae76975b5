-- Runs once, in an empty data folder. The app owns its database and has no other rights.
\set password `cat /run/secrets/database_password`
CREATE ROLE declassified LOGIN PASSWORD :'password';
CREATE DATABASE declassified OWNER declassified;
REVOKE CONNECT ON DATABASE declassified FROM PUBLIC;
REVOKE CONNECT ON DATABASE postgres FROM PUBLIC;
