-- What all processes together have counted of one address at one limit. Unlogged: written every second, and a crash of
-- the server may forget it.
-- CreateTable
CREATE UNLOGGED TABLE "rate_limit_counts" (
    "key" TEXT NOT NULL,
    "hits" INTEGER NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limit_counts_pkey" PRIMARY KEY ("key")
);

-- Password tries whose hash is being computed, in whichever process.
-- AlterTable
ALTER TABLE "login_guards" ADD COLUMN "undecided" INTEGER NOT NULL DEFAULT 0;
