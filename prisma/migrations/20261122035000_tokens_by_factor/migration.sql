ALTER TABLE "api_tokens" ADD COLUMN     "is_by_factor" BOOLEAN NOT NULL DEFAULT false;
