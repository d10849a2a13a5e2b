CREATE TABLE "running_sums" (
	"source" text NOT NULL,
	"symbol_id" text NOT NULL,
	"sums" jsonb NOT NULL,
	CONSTRAINT "running_sums_source_symbol_id_pk" PRIMARY KEY("source","symbol_id")
);
--> statement-breakpoint
ALTER TABLE "series_point" ADD COLUMN "is_partial" boolean DEFAULT false NOT NULL;