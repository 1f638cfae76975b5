-- AlterTable
ALTER TABLE "account_links" ADD COLUMN     "identity_id" UUID;

-- CreateIndex
CREATE INDEX "account_links_identity_id_idx" ON "account_links"("identity_id");

-- AddForeignKey
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_identity_id_fkey" FOREIGN KEY ("identity_id") REFERENCES "identities"("id") ON DELETE SET NULL ON UPDATE CASCADE;
