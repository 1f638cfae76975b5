-- AlterTable
ALTER TABLE "users" ADD COLUMN "suspended_until" TIMESTAMPTZ(3), ADD COLUMN "suspension_reason" TEXT;
