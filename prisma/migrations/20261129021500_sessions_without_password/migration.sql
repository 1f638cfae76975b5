-- AlterTable
ALTER TABLE "sessions" ADD COLUMN "began_without_password" BOOLEAN NOT NULL DEFAULT false;

-- Of those in which the password was entered since, nobody knows how they began.
UPDATE "sessions" SET "began_without_password" = true WHERE "is_by_passkey";
