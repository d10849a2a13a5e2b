CREATE TABLE "kept_candle" (
	"source" text NOT NULL,
	"symbol_id" text NOT NULL,
	"interval" text NOT NULL,
	"ts" bigint NOT NULL,
	"open" double precision NOT NULL,
	"high" double precision NOT NULL,
	"low" double precision NOT NULL,
	"close" double precision NOT NULL,
	"volume" double precision NOT NULL,
	"turnover" double precision NOT NULL,
	CONSTRAINT "kept_candle_source_symbol_id_interval_ts_pk" PRIMARY KEY("source","symbol_id","interval","ts")
) PARTITION BY LIST ("interval");
--> statement-breakpoint
CREATE TABLE "kept_point" (
	"source" text NOT NULL,
	"symbol_id" text NOT NULL,
	"metric" text NOT NULL,
	"period" text NOT NULL,
	"ts" bigint NOT NULL,
	"figures" double precision[] NOT NULL,
	"is_partial" boolean DEFAULT false NOT NULL,
	CONSTRAINT "kept_point_source_symbol_id_metric_period_ts_pk" PRIMARY KEY("source","symbol_id","metric","period","ts")
) PARTITION BY LIST ("period");
--> statement-breakpoint
CREATE INDEX "kept_point_liquidations" ON "kept_point" USING btree ("ts") WHERE metric = 'liquidations';--> statement-breakpoint
CREATE TABLE "kept_candle_1m" PARTITION OF "kept_candle" FOR VALUES IN ('1m') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_candle_3m" PARTITION OF "kept_candle" FOR VALUES IN ('3m') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_candle_5m" PARTITION OF "kept_candle" FOR VALUES IN ('5m') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_candle_15m" PARTITION OF "kept_candle" FOR VALUES IN ('15m') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_candle_30m" PARTITION OF "kept_candle" FOR VALUES IN ('30m') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_candle_1h" PARTITION OF "kept_candle" FOR VALUES IN ('1h') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_candle_2h" PARTITION OF "kept_candle" FOR VALUES IN ('2h') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_candle_4h" PARTITION OF "kept_candle" FOR VALUES IN ('4h') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_candle_6h" PARTITION OF "kept_candle" FOR VALUES IN ('6h') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_candle_12h" PARTITION OF "kept_candle" FOR VALUES IN ('12h') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_candle_for_ever" PARTITION OF "kept_candle" FOR VALUES IN ('1d', '3d', '1w', '1M');--> statement-breakpoint
CREATE TABLE "kept_point_1m" PARTITION OF "kept_point" FOR VALUES IN ('1m') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_point_3m" PARTITION OF "kept_point" FOR VALUES IN ('3m') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_point_5m" PARTITION OF "kept_point" FOR VALUES IN ('5m') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_point_15m" PARTITION OF "kept_point" FOR VALUES IN ('15m') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_point_30m" PARTITION OF "kept_point" FOR VALUES IN ('30m') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_point_1h" PARTITION OF "kept_point" FOR VALUES IN ('1h') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_point_2h" PARTITION OF "kept_point" FOR VALUES IN ('2h') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_point_4h" PARTITION OF "kept_point" FOR VALUES IN ('4h') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_point_6h" PARTITION OF "kept_point" FOR VALUES IN ('6h') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_point_12h" PARTITION OF "kept_point" FOR VALUES IN ('12h') PARTITION BY RANGE ("ts");--> statement-breakpoint
CREATE TABLE "kept_point_for_ever" PARTITION OF "kept_point" FOR VALUES IN ('1d', '3d', '1w', '1M');--> statement-breakpoint
CREATE INDEX "kept_point_days" ON "kept_point_for_ever" USING btree ("source","symbol_id","metric","period","ts") INCLUDE ("figures","is_partial");--> statement-breakpoint
CREATE VIEW "every_candle" AS SELECT * FROM "candle" UNION ALL SELECT k.* FROM "kept_candle" k WHERE NOT EXISTS (SELECT FROM "candle" c
	WHERE c."source" = k."source" AND c."symbol_id" = k."symbol_id" AND c."interval" = k."interval" AND c."ts" = k."ts");--> statement-breakpoint
CREATE VIEW "every_point" AS SELECT * FROM "series_point" UNION ALL SELECT k.* FROM "kept_point" k WHERE NOT EXISTS (SELECT FROM "series_point" p
	WHERE p."source" = k."source" AND p."symbol_id" = k."symbol_id" AND p."metric" = k."metric" AND p."period" = k."period" AND p."ts" = k."ts");
