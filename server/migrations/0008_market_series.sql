CREATE TABLE "series_point" (
	"source" text NOT NULL,
	"symbol_id" text NOT NULL,
	"metric" text NOT NULL,
	"period" text NOT NULL,
	"ts" bigint NOT NULL,
	"figures" double precision[] NOT NULL,
	CONSTRAINT "series_point_source_symbol_id_metric_period_ts_pk" PRIMARY KEY("source","symbol_id","metric","period","ts")
);
--> statement-breakpoint
CREATE INDEX "series_point_period_ts" ON "series_point" USING btree ("period","ts");