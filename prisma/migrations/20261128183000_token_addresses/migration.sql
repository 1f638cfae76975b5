ALTER TABLE "api_tokens" ADD COLUMN "ip_address" TEXT;
