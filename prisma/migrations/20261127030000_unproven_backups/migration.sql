-- Marks the seal after which everything earlier came from a backup that no secret proved.
ALTER TABLE "audit_seals" ADD COLUMN "is_unproven" BOOLEAN NOT NULL DEFAULT false;
