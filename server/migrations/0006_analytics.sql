CREATE TABLE "mover_event" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"tier" smallint NOT NULL,
	"symbol_id" text NOT NULL,
	"line" smallint NOT NULL,
	"price" double precision NOT NULL,
	"change" double precision,
	"amount_usdt" double precision,
	"after_1h" double precision,
	"after_24h" double precision,
	"followed" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rank_mark" (
	"list" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"symbol_ids" text[] NOT NULL,
	CONSTRAINT "rank_mark_list_at_pk" PRIMARY KEY("list","at")
);
--> statement-breakpoint
CREATE INDEX "mover_event_at" ON "mover_event" USING btree ("at");--> statement-breakpoint
CREATE INDEX "mover_event_type_at" ON "mover_event" USING btree ("type","at");--> statement-breakpoint
CREATE INDEX "mover_event_symbol_at" ON "mover_event" USING btree ("symbol_id","at");--> statement-breakpoint
CREATE INDEX "mover_event_followed_at" ON "mover_event" USING btree ("followed","at");