-- A flag beyond the limit of open ones has the text in its maker's own export alone, which must not differ from that of other flags.
ALTER TABLE "flags" DROP CONSTRAINT "flags_counted_check";
ALTER TABLE "flags" ADD CONSTRAINT "flags_counted_check" CHECK (NOT "is_counted" OR "image_key" IS NULL);
