CREATE TABLE "candle" (
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
	CONSTRAINT "candle_source_symbol_id_interval_ts_pk" PRIMARY KEY("source","symbol_id","interval","ts")
);
--> statement-breakpoint
CREATE INDEX "candle_interval_ts" ON "candle" USING btree ("interval","ts");