CREATE TABLE "running_sums" (
	"source" text NOT NULL,
	"symbol_id" text NOT NULL,
	"sums" jsonb NOT NULL,
	CONSTRAINT "running_sums_source_symbol_id_pk" PRIMARY KEY("source","symbol_id")
);
--> statement-breakpoint
ALTER TABLE "series_point" ADD COLUMN "is_partial" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- Written by hand (drizzle has no INCLUDE): a year by days lies in as many pages as there are days, and this is read alone.
CREATE INDEX "series_point_days" ON "series_point" USING btree ("source","symbol_id","metric","ts") INCLUDE ("figures","is_partial") WHERE "period" = '1d';
