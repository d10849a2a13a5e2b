CREATE TABLE "alert_part" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_part_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"partitions" smallint[] NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	"alert_ids" bigint[] NOT NULL,
	"versions" integer[] NOT NULL,
	"fire_seqs" integer[] NOT NULL,
	"prices" numeric[] NOT NULL,
	"prices_before" numeric[] NOT NULL,
	"anchors" numeric[] NOT NULL,
	"happened_at" double precision[] NOT NULL,
	"detected_at" double precision[] NOT NULL,
	"latenesses" text[] NOT NULL,
	"suppressed_by" text[] NOT NULL,
	"more_counts" integer[] NOT NULL,
	"more_since" double precision[] NOT NULL,
	"ads" text NOT NULL,
	"times" integer[] NOT NULL,
	"judged_at" bigint[] NOT NULL,
	"fired_at" double precision[] NOT NULL,
	"standing_places" integer[] NOT NULL,
	"standings" jsonb NOT NULL
);
--> statement-breakpoint
DROP INDEX "alert_delivery_pending_user";--> statement-breakpoint
DROP INDEX "alert_delivery_due";--> statement-breakpoint
CREATE INDEX "alert_delivery_user" ON "alert_delivery" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "alert_delivery_due" ON "alert_delivery" USING btree ("channel","due_at") WHERE "alert_delivery"."status" = 'pending';