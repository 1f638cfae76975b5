-- Fifty reports of one image must not protect the next image from its removal, so every report has the image.
ALTER TABLE "flags" DROP CONSTRAINT "flags_counted_check";
