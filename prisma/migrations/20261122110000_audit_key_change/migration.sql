-- The first seal under another key is signed with the former one, too: proof that the sealer held both.
ALTER TABLE "audit_seals" ADD COLUMN "former_key_mac" BYTEA;
