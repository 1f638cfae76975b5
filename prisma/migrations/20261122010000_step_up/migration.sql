ALTER TABLE "sessions" ADD COLUMN "authenticated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp();
UPDATE "sessions" SET "authenticated_at" = "created_at";
