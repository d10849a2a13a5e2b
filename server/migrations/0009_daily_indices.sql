CREATE TABLE "ai_pick" (
	"day" bigint NOT NULL,
	"rank" integer NOT NULL,
	"symbol_id" text NOT NULL,
	"coin_id" text NOT NULL,
	"score" double precision NOT NULL,
	"price" double precision NOT NULL,
	"average_turnover" double precision NOT NULL,
	"factors" jsonb NOT NULL,
	"ranks" jsonb NOT NULL,
	"long_share" double precision,
	"funding_rate" double precision,
	"taker_buy_share" double precision,
	"outcomes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "ai_pick_day_rank_pk" PRIMARY KEY("day","rank")
);
--> statement-breakpoint
CREATE TABLE "ai_pick_day" (
	"day" bigint PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"universe" text[] NOT NULL,
	"is_backfilled" boolean NOT NULL,
	"outcomes" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_pick_text" (
	"day" bigint NOT NULL,
	"coin_id" text NOT NULL,
	"locale" text NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "ai_pick_text_day_coin_id_locale_pk" PRIMARY KEY("day","coin_id","locale")
);
--> statement-breakpoint
CREATE TABLE "fear_greed_day" (
	"day" bigint PRIMARY KEY NOT NULL,
	"btc_close" double precision NOT NULL,
	"figures" jsonb NOT NULL,
	"parts" jsonb NOT NULL,
	"value" double precision,
	"is_backfilled" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_pick" ADD CONSTRAINT "ai_pick_day_ai_pick_day_day_fk" FOREIGN KEY ("day") REFERENCES "public"."ai_pick_day"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_pick_coin" ON "ai_pick" USING btree ("coin_id","day");