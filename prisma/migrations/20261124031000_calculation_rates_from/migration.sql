-- The vintage of the cash rate that a calculation's rates follow.
ALTER TABLE "calculations" ADD COLUMN "rates_from" TEXT;
